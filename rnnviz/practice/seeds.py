"""Seeds of a homework: other numbers for each learner and each task, and the same ones whenever it is graded."""

from zlib import crc32


def seed_of(homework: str, learner: str, family: str, number: int) -> int:
    """The seed of a learner's task. homework: the name of the whole; family: with ".Z" behind it where that is all that
    is asked of it; number: of the task in its family, from 1.

    The browser has the same: `browser/seeds.js`. Who knows the names can compute it, as can the learner's neighbour:
    it keeps numbers apart, and no secret.
    """
    return crc32("\n".join((homework, learner, family, str(number))).encode())
