"""How a worker is: what is wrong with each of its parts now."""

import logging

log = logging.getLogger("goatherd.health")


class Health:
    """The troubles of a worker, by the part that has them. A change is logged, once."""

    def __init__(self) -> None:
        self.troubles: dict[str, str] = {}

    def note(self, part: str, trouble: str | None) -> None:
        """What is wrong with a part now; None if it is well."""
        if self.troubles.get(part) == trouble:
            return
        if trouble is None:
            del self.troubles[part]
            log.warning("%s: well again", part)
        else:
            self.troubles[part] = trouble
            log.warning("%s: %s", part, trouble)
