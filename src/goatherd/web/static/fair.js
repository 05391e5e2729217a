// What this browser adds to deals: it makes a nonce, tells only its seal, keeps it, looks at what the
// table fixed, and only then opens it. docs/fairness.md says why.
"use strict";

const fair = (() => {
  const PREFIX = "goatherd deal ", MOST_KEPT = 100, LONGEST = 64;

  // SHA-256, since browsers have their own only where a page came over https.
  const firsts = [];
  for (let n = 2; firsts.length < 64; n++) if (firsts.every((p) => n % p)) firsts.push(n);
  const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const ROUNDS = firsts.map((prime) => bits(Math.cbrt(prime)));
  const START = firsts.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(text) {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(((bytes.length + 8 >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const data = new DataView(padded.buffer);
    data.setUint32(padded.length - 8, bytes.length / 2 ** 29);
    data.setUint32(padded.length - 4, bytes.length << 3);
    const hash = [...START], words = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) mix(hash, words, data, block);
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  function mix(hash, words, data, block) {
    for (let i = 0; i < 16; i++) words[i] = data.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15], y = words[i - 2];
      const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const chosen = (e & f) ^ (~e & g), most = (a & b) ^ (a & c) ^ (b & c);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUNDS[i] + words[i]) | 0;
      const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
      [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }

  // What is kept of a table: nonces by their seals, the digest each was opened to, and the last digest
  function kept(table) {
    const nothing = { nonces: {}, opened: {}, digest: "", at: 0 };
    try {
      return { ...nothing, ...JSON.parse(localStorage.getItem(PREFIX + table)) };
    } catch {
      return nothing;
    }
  }

  function keep(table, changed) {
    try {
      const value = JSON.stringify({ ...kept(table), ...changed, at: Date.now() });
      localStorage.setItem(PREFIX + table, value);
      forget();
      return localStorage.getItem(PREFIX + table) === value;
    } catch {
      return false; // this browser keeps nothing
    }
  }

  function forget() {
    const known = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    const old = known.map((name) => [JSON.parse(localStorage.getItem(name)).at ?? 0, name]).sort((a, b) => b[0] - a[0]);
    for (const [, name] of old.slice(MOST_KEPT)) localStorage.removeItem(name);
  }

  const sealOf = (table, seat, nonce) => sha256(JSON.stringify(["goatherd seal 2", table, seat, nonce]));

  function newNonce(words) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const own = words.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
    return [...`${random} ${own}`].slice(0, LONGEST).join("").trim();
  }

  // Sitting down

  function seatIn(form, button) {
    if (button?.name === "seat") return Number(button.value);
    if (form.elements.seat) return Number(form.elements.seat.value);
    if (!form.matches(".new-table")) return 0;
    const players = Number(new FormData(form).get("players"));
    const seats = [...Array(players).keys()];
    return seats.find((seat) => form.elements[`seat-${seat}`]?.value === "me") ?? null;
  }

  function share(form, button) {
    const table = form.dataset.share || form.elements.table.value;
    const seat = seatIn(form, button), words = form.elements.words;
    if (seat === null) return;
    const nonce = newNonce(words?.value ?? ""), seal = sealOf(table, seat, nonce);
    const isKept = keep(table, { nonces: { ...kept(table).nonces, [seal]: nonce } });
    const leaves = !isKept || Boolean(form.querySelector("[data-leave]")?.checked);
    form.elements.seal.value = leaves ? "" : seal;
    form.elements.nonce.value = leaves ? nonce : "";
    if (!words) return;
    words.disabled = true; // they are in the nonce, and sent with it or not at all
    setTimeout(() => (words.disabled = false));
  }

  document.addEventListener("submit", (event) => {
    if (event.target.matches("[data-share]")) share(event.target, event.submitter);
  }, true);

  // Opening: only to a digest that holds our seal, and to no other one after that

  function fault(deal, table, mine) {
    const { statement, digest, seat } = deal.dataset, was = kept(table);
    const told = JSON.parse(statement), [kind, seal] = mine.split(" ");
    if (sha256(statement) !== digest || told[0] !== "goatherd deal 2" || told[3] !== table) return "wrong";
    if (was.digest && was.digest !== digest && !told[1]) return "wrong"; // another deal, and none was void
    const made = Object.keys(was.nonces), sealed = made.filter((one) => !was.opened[one]);
    if (!seal) return kind === "person" && sealed.length ? "wrong" : ""; // it left our seal out
    if (!was.nonces[seal]) return made.length ? "wrong" : kind === "left" ? "" : "elsewhere";
    if (sealOf(table, Number(seat), was.nonces[seal]) !== seal) return "wrong";
    return was.opened[seal] && was.opened[seal] !== digest && kind !== "left" ? "wrong" : "";
  }

  const AGAIN = 900;
  let tried = "", triedAt = 0;

  function open(deal) {
    const { table, digest, seat } = deal.dataset, form = deal.querySelector("form[data-open]");
    if (!seat) return;
    const mine = JSON.parse(deal.dataset.statement).at(-1)[Number(seat)] ?? "";
    deal.dataset.fault = fault(deal, table, mine);
    if (deal.dataset.fault) return;
    if (!form) return keep(table, { digest });
    if (!form.isConnected || form.closest("[aria-busy]")) return; // later: something else is being sent
    if (tried === digest && Date.now() - triedAt < AGAIN) return;
    [tried, triedAt] = [digest, Date.now()];
    const seal = mine.split(" ")[1], was = kept(table);
    keep(table, { digest, opened: { ...was.opened, [seal]: digest } });
    form.elements.nonce.value = was.nonces[seal];
    form.requestSubmit();
  }

  // Showing what is kept

  function look(root = document) {
    for (const deal of root.querySelectorAll("[data-statement]")) open(deal);
    for (const one of root.querySelectorAll("[data-kept]")) show(one, one.dataset.kept);
  }

  function show(one, table) {
    const was = kept(table), digest = one.dataset.digest;
    if (digest && !was.digest && one.dataset.seat) keep(table, { digest });
    const seal = Object.keys(was.opened).find((seal) => was.opened[seal] === digest);
    const nonce = was.nonces[seal ?? Object.keys(was.nonces).at(-1)];
    one.hidden = !nonce;
    const code = one.querySelector("code");
    if (code && nonce) code.textContent = nonce;
  }

  // The proof: what was kept is compared without being asked for
  function compare() {
    const proof = document.querySelector("[data-compare]");
    if (!proof) return;
    const { compare: table, digest, nonces, voids } = proof.dataset, was = kept(table);
    if (!was.digest || JSON.parse(voids).includes(was.digest)) return;
    const own = was.nonces[Object.keys(was.opened).find((seal) => was.opened[seal] === was.digest)];
    const isRight = was.digest === digest && (!own || JSON.parse(nonces).includes(own));
    proof.hidden = false;
    proof.querySelector(isRight ? ".good" : ".bad").hidden = false;
    document.getElementById("noted-digest").value ||= was.digest;
    if (own) document.getElementById("noted-nonce").value ||= own;
    for (const code of document.querySelectorAll("[data-kept-digest]")) code.textContent = was.digest;
  }

  document.addEventListener("DOMContentLoaded", compare);
  return { look, kept, sha256, sealOf };
})();
