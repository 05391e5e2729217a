/* How fast can one core play random Goita rounds?  The ceiling that the engine is held against.
 *
 *   gcc -O3 -march=native goita_limit.c -o goita_limit
 *   ./goita_limit [rounds] [seed]            one line of JSON on standard output
 *
 * What is played: one round at a time, four seats with eight pieces each, all 32 pieces dealt by
 * Fisher-Yates. A turn is up to two decisions: answer the attack (pass, the same kind, or a king
 * unless the attack is pawn, lance or king), then attack. The opening answer of the dealer, and
 * the one of a seat whose attack came back to it, is any piece, face down. A king attacks only
 * after a king was shown as an answer, by a seat that was dealt both, or as the last piece.
 * The last attack scores its points, twice if the face-down piece beside it was of the same kind.
 * Every decision is uniform among the legal kinds, a pass being one of them. Hands with many
 * pawns are played like any other.
 *
 * How: a hand is one 32-bit word, four bits of count for each of the eight kinds (pawn lowest, king
 * highest). A piece is the word that counts it once, so taking it away is a subtraction, and a
 * seat's options are a word with one bit per kind. Nothing branches on a choice that was drawn by
 * lot except where the turn itself ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint32_t word; /* a hand, a piece, or a set of options: 4 bits for each kind */

#define PAWN 0x00000001u
#define LANCE 0x00000010u
#define KING 0x10000000u
#define ONE_OF_EACH 0x11111111u
#define SEVEN_OF_EACH 0x77777777u
#define PASS (1ull << 32) /* an option above all kinds */

enum { SEATS = 4, PIECES = 32, CHUNK = 4 }; /* CHUNK: places dealt with one draw */
static const uint8_t COPIES[8] = {10, 4, 4, 4, 4, 2, 2, 2};
static const int POINTS[8] = {10, 20, 20, 30, 30, 40, 40, 50};

typedef struct { long decisions, score, dealer_side, doubled; } tally;

/* ---- chance: wyrand (one addition in the chain from draw to draw, one wide product) ---- */

static uint64_t chance;

static inline uint64_t draw(void)
{
    chance += 0xa0761d6478bd642full;
    __uint128_t wide = (__uint128_t)chance * (chance ^ 0xe7037ed1a0b428dbull);
    return (uint64_t)(wide >> 64) ^ (uint64_t)wide;
}

static inline uint32_t below(uint32_t n)
{
    return (uint32_t)(((draw() >> 32) * n) >> 32);
}

/* The next number below n out of a draw that is used up little by little. */
static inline uint32_t part(uint64_t *rest, uint32_t n)
{
    __uint128_t wide = (__uint128_t)*rest * n;
    *rest = (uint64_t)wide;
    return (uint32_t)(wide >> 64);
}

/* ---- options ---- */

/* The kinds of which the hand holds at least one: each count (8 at most) plus 7 sets bit 3. */
static inline word kinds(word hand)
{
    return ((hand + SEVEN_OF_EACH) >> 3) & ONE_OF_EACH;
}

/* The n-th lowest of the options. */
static inline uint64_t nth(uint64_t options, uint32_t n)
{
#ifdef __BMI2__
    return _pdep_u64(1ull << n, options);
#else
    while (n--) options &= options - 1;
    return options & -options;
#endif
}

static inline uint64_t any(uint64_t options)
{
    return nth(options, below((uint32_t)__builtin_popcountll(options)));
}

/* What answers this attack: the same kind, or a king unless pawn, lance or king attacks. */
static inline word answers(word hand, word attack)
{
    word useful = attack | (attack > LANCE ? KING : 0);
    return attack == KING ? 0 : kinds(hand) & useful;
}

/* ---- a round ---- */

/* Fisher-Yates, where the piece that has found its place goes straight into the hand. */
static inline void deal(word hand[SEATS], const word box[PIECES])
{
    word piece[PIECES];
    for (int i = 0; i < PIECES; i++) piece[i] = box[i];
    for (int seat = 0; seat < SEATS; seat++) hand[seat] = 0;
#pragma GCC unroll 8
    for (int top = PIECES; top > 0; top -= CHUNK) { /* bias below 2^-44 */
        uint64_t rest = draw();
#pragma GCC unroll 8
        for (int last = top - 1; last > top - 1 - CHUNK; last--) {
            uint32_t at = part(&rest, (uint32_t)last + 1);
            hand[last % SEATS] += piece[at];
            piece[at] = piece[last];
        }
    }
}

/* Plays one round; whoever attacks with the last piece ends it. */
static void play_round(tally *t, const word box[PIECES])
{
    word hand[SEATS], free_kings[SEATS]; /* free_kings: KING if this seat may always attack with it */
    unsigned left[SEATS] = {8, 8, 8, 8};
    deal(hand, box);
    for (int seat = 0; seat < SEATS; seat++) free_kings[seat] = (hand[seat] >> 1) & KING;

    word attack = 0, shown = 0; /* shown: KING once a king has answered */
    unsigned seat = 0, owner = 0;
    long decisions = 0;
    for (;; seat = (seat + 1) % SEATS) {
        word held = hand[seat], down = 0;
        decisions++;
        if (seat == owner) {
            down = (word)any(kinds(held));
            held -= down;
        } else {
            word answer = (word)any(answers(held, attack) | PASS);
            if (!answer) continue;
            held -= answer;
            shown |= answer & KING;
        }
        decisions++;
        owner = seat;
        left[seat] -= 2;
        if (!left[seat]) { /* one piece is left, and it may be a king */
            attack = held;
            int doubled = attack == down;
            t->decisions += decisions;
            t->dealer_side += !(seat & 1);
            t->score += POINTS[__builtin_ctz(attack) / 4] << doubled;
            t->doubled += doubled;
            (void)draw(); /* the choice of one among one is drawn like any other */
            return;
        }
        attack = (word)any(kinds(held) & ((KING - 1) | shown | free_kings[seat]));
        hand[seat] = held - attack;
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 5000000;
    chance = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (rounds < 1) {
        fprintf(stderr, "usage: goita_limit [rounds, at least 1] [seed]\n");
        return 2;
    }
    word box[PIECES];
    for (int kind = 0, i = 0; kind < 8; kind++)
        for (int copy = 0; copy < COPIES[kind]; copy++) box[i++] = PAWN << (4 * kind);

    tally t = {0};
    double start = seconds();
    for (long i = 0; i < rounds; i++) play_round(&t, box);
    double took = seconds() - start, n = (double)rounds;
    printf("{\"rounds_per_second\": %.0f, \"decisions_per_second\": %.0f, \"decisions_per_round\": %.4f, "
           "\"mean_score\": %.4f, \"dealer_side_wins\": %.5f, \"doubled\": %.5f}\n",
           n / took, (double)t.decisions / took, (double)t.decisions / n,
           (double)t.score / n, (double)t.dealer_side / n, (double)t.doubled / n);
    return 0;
}
