"""Rooms in a Redis that several servers share, so that another one goes on when one dies.

A room is one server's at a time: it has the room's epoch. Whoever is asked for a room takes it, and
with that the epoch rises; what the one before still writes is refused, by the Redis itself. So the
proxy alone decides who has which room. Where several proxies should disagree, a room that has just
changed hands rests where it is, each time twice as long, as long as the server that has it lives.

A Redis that comes back empty is given what the servers still have. Of one room two may have
something, one of them from before it lost the room: the higher epoch stays, whoever comes first.

What is written counts once the Redis has it on its disk. A command that nobody waits for any more
may still come late: each has a number, and one that is not the highest changes nothing.
"""

import json
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

from rnnviz.hall.room import KEPT, Room
from rnnviz.hall.shelf import ELSEWHERE, MAX_AGE, MISSING, Away, Sorry, UnsureError
from rnnviz.locale import N_

T = TypeVar("T")

# Seconds to wait for an answer, and until one who did not answer is asked again.
PATIENCE, AGAIN = 2.0, 1.0
# Seconds after which a server that has said nothing is gone.
GONE_AFTER = 3.0
# Seconds within which a server looks whether a room's day is over; Redis forgets it after that.
SWEPT_WITHIN = 600.0
# Seconds for which votes are kept after the last one.
VOTES_FOR = 30 * 24 * 3600.0
# Seconds for which a series of lectures is kept after its last room.
SERIES_FOR = 400 * 24 * 3600.0
# The first version that can do what is asked of it.
OLDEST = 6
SORRY = Sorry(
    room=N_("The server cannot keep rooms at present."),
    vote=N_("The server cannot keep votes at present. This one is not counted."),
    votes=N_("The server cannot keep votes at present."),
)
# What its configuration has to say, so that what it has confirmed is not lost.
KEEPING = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
KEPT_HERE = (*KEPT, "driven")

# KEYS of each script: the room, its votes, all rooms by the time at which they are over, and all
# servers by the time at which they were last there. Times are in milliseconds, by the clock of the
# Redis. `mine` says whether the caller still has the room, `older` whether what is there was put back
# by a server that had lost the room to the caller before.
COMMON = """
local room, votes, rooms, servers = unpack(KEYS)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function mine(server, epoch)
  local has = redis.call('HMGET', room, 'server', 'epoch')
  return has[1] == server and has[2] == epoch
end
local function older(epoch)
  local there = tonumber(redis.call('HGET', room, 'epoch') or '')
  return there ~= nil and there < tonumber(epoch)
end
"""
# server, epoch, number, "new" or "", milliseconds until it is over, those for votes, code, parts …
# Answers 0 where the room is another's, 1 where it is kept, 2 where it is again, without its votes.
PUT = """
local server, epoch, number, new, life, longer, code = unpack(ARGV)
local back = redis.call('EXISTS', room) == 0 or older(epoch)
if new == 'new' then
  if redis.call('EXISTS', room, votes) > 0 then return 0 end
elseif back then
  -- It stays here until the votes are back, too.
  redis.call('HSET', room, 'taken', now, 'added', 0)
else
  if not mine(server, epoch) then return 0 end
  if tonumber(number) <= tonumber(redis.call('HGET', room, 'put') or 0) then return 1 end
end
redis.call('HSET', room, 'server', server, 'put', number, unpack(ARGV, 8))
redis.call('HSETNX', room, 'taken', 0)
redis.call('PEXPIRE', room, life)
redis.call('PEXPIRE', votes, longer)
redis.call('ZADD', rooms, now + life, code)
if back and new ~= 'new' then return 2 end
return 1
"""
IS_KEPT, IS_BARE = 1, 2
# server, the first and the longest rest, and after how many milliseconds counting begins anew.
TAKE = """
local server, rest, longest, calm = unpack(ARGV)
if redis.call('HEXISTS', room, 'code') == 0 then return {} end
local has = redis.call('HMGET', room, 'server', 'taken', 'moves')
local lives = redis.call('ZSCORE', servers, has[1])
local since, moves = now - has[2], tonumber(has[3] or 0)
if has[1] ~= server and lives then
  if since < math.min(rest * 2 ^ moves, tonumber(longest)) then return false end
  moves = moves + 1
else moves = 0 end
if since > tonumber(calm) then moves = 0 end
redis.call('HINCRBY', room, 'epoch', 1)
redis.call('HSET', room, 'server', server, 'taken', now, 'moves', moves, 'put', 0, 'added', 0)
return redis.call('HGETALL', room)
"""
# server, epoch, code, whether the votes go too, milliseconds for which it is known that it is gone.
REMOVE = """
local server, epoch, code, all, life = unpack(ARGV)
if redis.call('EXISTS', room) == 1 then
  if not mine(server, epoch) and not older(epoch) then return 0 end
end
redis.call('DEL', room)
redis.call('HSET', room, 'epoch', 'over')
redis.call('PEXPIRE', room, life)
redis.call('ZREM', rooms, code)
if all == 'all' then redis.call('DEL', votes) end
return 1
"""
# server, epoch, number, bytes that there should be or "", milliseconds to keep them, bytes.
# Answers how many there are, -1 where the room is another's, -2 where some are missing.
WRITE = """
local server, epoch, number, after, longer, data = unpack(ARGV)
if redis.call('EXISTS', room) == 0 or older(epoch) then return -2 end
if not mine(server, epoch) then return -1 end
local length = redis.call('STRLEN', votes)
if tonumber(number) <= tonumber(redis.call('HGET', room, 'added') or 0) then return length end
if after == '' then redis.call('SET', votes, data)
elseif length < tonumber(after) then return -2
else redis.call('APPEND', votes, data) end
redis.call('HSET', room, 'added', number)
redis.call('PEXPIRE', votes, longer)
return redis.call('STRLEN', votes)
"""
IS_ANOTHERS, IS_SHORT = -1, -2
# server, milliseconds after which one is gone. Answers the time, and how many servers there are.
BEAT = """
redis.call('ZADD', servers, now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', servers, '-inf', now - ARGV[2])
return {now, redis.call('ZCARD', servers)}
"""
# A room that is asked for at two servers in turn stays for a second, then for two, for four …
REST, LONGEST_REST, CALM = 1.0, 300.0, 600.0


class InRedis:
    """A Redis as a shelf (`rnnviz.hall.shelf`).

    address: as redis-py reads it, such as "redis://:password@host:6379/0". shown: the same for
    everybody to read. prefix: of all keys.
    """

    sorry = SORRY
    pause = 0.1

    def __init__(self, address: str, shown: str, prefix: str = "rnnviz") -> None:
        self._redis = redis.Redis.from_url(
            address,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            # Of a Redis that was started anew, an old connection is found broken.
            retry=Retry(NoBackoff(), 1, (redis.ConnectionError,)),
            decode_responses=True,
            encoding_errors="replace",
        )
        self._shown, self._prefix = shown, prefix
        self._name = secrets.token_urlsafe(12)
        self._numbers = count(1)
        self._ahead = 0.0
        # Until when nothing is asked, and why.
        self._silent_until, self._silence = 0.0, ""
        self._is_over = False
        self.servers = 1
        self._run_put, self._run_take, self._run_remove, self._run_write, self._run_beat = (
            self._redis.register_script(COMMON + script)
            for script in (PUT, TAKE, REMOVE, WRITE, BEAT)
        )

    def load(self) -> list[Room]:
        """None: each room is taken when it is asked for. Raises Away where the Redis cannot keep
        rooms."""
        self.hold()
        return []

    def hold(self) -> None:
        try:
            self._check()
            self.moved([])
        except redis.AuthenticationError:
            raise self._missing("wants another name or password") from None
        except (redis.RedisError, OSError) as reason:
            raise self._missing(f"does not answer: {reason}") from None

    def _check(self) -> None:
        version = str(self._redis.info("server")["redis_version"])
        if int(version.partition(".")[0]) < OLDEST:
            raise self._missing(f"has version {version}; rooms need {OLDEST} or newer")
        try:
            found = {name: self._redis.config_get(name).get(name) for name in KEEPING}
        except redis.ResponseError:
            raise self._missing("does not let rnnviz ask how it keeps data (CONFIG GET)") from None
        if wrong := [f"--{name} {own}" for name, own in KEEPING.items() if found[name] != own]:
            raise self._missing(
                f"has to be started with {' '.join(wrong)}; otherwise a vote may be confirmed and "
                "then be lost"
            )

    def _missing(self, what: str) -> Away:
        return Away(MISSING, because=f"The Redis at {self._shown}, which keeps the rooms, {what}.")

    def end(self) -> None:
        """Others may take the rooms at once."""
        self._is_over = True
        with suppress(OSError):
            self._asked(lambda: self._redis.zrem(f"{self._prefix}:servers", self._name))
        self._redis.close()

    def now(self) -> float:
        return time.monotonic() + self._ahead

    # Rooms

    def add(self, room: Room, told: dict[str, Any]) -> bool:
        return self._kept(room, told, "new") == IS_KEPT

    def put(self, room: Room, told: dict[str, Any]) -> None:
        answer = self._kept(room, told)
        if not answer:
            room.leave()
            raise Away(ELSEWHERE)
        if answer == IS_BARE:
            room.is_bare = True

    def _kept(self, room: Room, told: dict[str, Any], new: str = "") -> int:
        life = max(1.0, told["driven"] + MAX_AGE + SWEPT_WITHIN - self.now())
        parts = [one for name, value in told.items() for one in (name, json.dumps(value))]
        number, ends = next(self._numbers), (_ms(life), _ms(VOTES_FOR))
        given: list[str | int] = [room.epoch, number, new, *ends, room.code, *parts]
        return int(self._run(self._run_put, room.code, *given))

    def take(self, code: str) -> Room | None:
        if self._is_over:
            raise Away(ELSEWHERE)
        told = self._run(self._run_take, code, *map(_ms, (REST, LONGEST_REST, CALM)))
        if told is None:
            raise Away(ELSEWHERE)
        parts = dict(zip(told[::2], told[1::2], strict=True))
        try:
            return Room.kept({name: json.loads(parts[name]) for name in KEPT_HERE if name in parts})
        except ValueError:
            # There is none, or somebody else has written there.
            return None

    def remove(self, room: Room) -> None:
        own = (room.epoch, room.code, "all", _ms(MAX_AGE))
        if not self._run(self._run_remove, room.code, *own):
            room.leave()
            raise Away(ELSEWHERE)

    def set_aside(self, rooms: list[Room]) -> None:
        for room in rooms:
            # Otherwise it goes by itself.
            with suppress(OSError):
                own = (room.epoch, room.code, "", _ms(MAX_AGE))
                self._run(self._run_remove, room.code, *own)

    def journal(self, room: Room) -> "Entry":
        return Entry(self, room)

    def journals(self) -> "dict[str, tuple[float, Entry]]":
        """The votes of all rooms, also of those that are over, by their codes; each with the time
        of the last one, in seconds since 1970. Raises Away where the Redis cannot keep rooms."""
        self.hold()

        def ask() -> "dict[str, tuple[float, Entry]]":
            found = {}
            for key in self._redis.scan_iter(f"{self._prefix}:votes:*"):
                code, left = str(key).rpartition(":")[2], self._redis.pttl(key) / 1000
                found[code] = (self.now() + left - VOTES_FOR, Entry(self, Room(code, "")))
            return found

        return self._asked(ask)

    def elsewhere(self) -> list[Room]:
        every = f"{self._prefix}:rooms"

        def ask() -> list[Room]:
            self._redis.zremrangebyscore(every, 0, _ms(self.now()))
            codes = self._redis.zrange(every, 0, -1)
            pipe = self._redis.pipeline(transaction=False)
            for code in codes:
                pipe.hmget(self._keys(str(code))[0], "opener", "joined", "driven")
            found = zip(codes, pipe.execute(), strict=True)
            told = [(str(code), *map(json.loads, parts)) for code, parts in found if all(parts)]
            return [
                Room(code, "", opener=opener, joined=joined, driven=driven)
                for code, opener, joined, driven in told
            ]

        return self._asked(ask)

    def read_series(self, name: str) -> str:
        lines = self._asked(lambda: self._redis.lrange(self._series_key(name), 0, -1))
        return "".join(map(str, lines))

    def add_to_series(self, name: str, data: bytes) -> None:
        key = self._series_key(name)

        def add() -> None:
            pipe = self._redis.pipeline(transaction=True)
            pipe.rpush(key, data)
            pipe.pexpire(key, _ms(SERIES_FOR))
            pipe.execute()

        self._asked(add)

    def every_series(self) -> dict[str, float]:
        def ask() -> dict[str, float]:
            keys = [str(key) for key in self._redis.scan_iter(self._series_key("*"))]
            left = [self._redis.pttl(key) / 1000 for key in keys]
            return {
                key.rpartition(":")[2]: self.now() + rest - SERIES_FOR
                for key, rest in zip(keys, left, strict=True)
            }

        return self._asked(ask)

    def forget_series(self, name: str) -> None:
        self._asked(lambda: self._redis.delete(self._series_key(name)))

    def votes_of(self, code: str, series: str) -> "tuple[Entry, bool] | None":
        """Of a room that is over, its votes alone are left."""
        room, votes = self._keys(code)[:2]

        def ask() -> tuple[Any, Any]:
            pipe = self._redis.pipeline(transaction=True)
            pipe.hget(room, "series")
            pipe.exists(votes)
            found = pipe.execute()
            return found[0], found[1]

        named, is_there = self._asked(ask)
        is_open = named is not None
        if not is_there or (is_open and json.loads(named) != series):
            return None
        return Entry(self, Room(code, "")), is_open

    def _series_key(self, name: str) -> str:
        return f"{self._prefix}:series:{name}"

    def moved(self, rooms: Iterable[Room]) -> tuple[list[Room], list[Room]]:
        asked = list(rooms)

        def ask() -> list[Any]:
            pipe = self._redis.pipeline(transaction=False)
            self._run_beat(self._keys(""), [self._name, _ms(GONE_AFTER)], client=pipe)
            for room in asked:
                pipe.hmget(self._keys(room.code)[0], "server", "epoch")
            return list(pipe.execute())

        (now, self.servers), *found = self._asked(ask)
        self._ahead = now / 1000 - time.monotonic()
        moved, lost = [], []
        for room, has in zip(asked, found, strict=True):
            if has == [None, None] or _is_older(has[1], room.epoch):
                lost.append(room)
            elif has != [self._name, str(room.epoch)]:
                moved.append(room)
        return moved, lost

    # Commands

    def _keys(self, code: str) -> list[str]:
        own = [f"{self._prefix}:{what}:{code}" for what in ("room", "votes")]
        return [*own, f"{self._prefix}:rooms", f"{self._prefix}:servers"]

    def _run(self, script: Script, code: str, *given: str | int | bytes) -> Any:
        return self._asked(lambda: script(self._keys(code), [self._name, *given]))

    def _asked(self, act: Callable[[], T]) -> T:
        """What a command answers. Raises OSError where there is no answer, at once where there was
        none a moment ago: nobody waits for one who waits."""
        if time.monotonic() < self._silent_until:
            raise OSError(self._silence)
        try:
            return act()
        except (redis.ConnectionError, redis.TimeoutError) as reason:
            self._silent_until = time.monotonic() + AGAIN
            self._silence = f"{self._shown}: {reason}"
            raise OSError(self._silence) from None
        except redis.RedisError as reason:
            raise OSError(f"{self._shown}: {reason}") from None


class Entry:
    """The votes of a room as a journal (`rnnviz.hall.shelf.Journal`): a text of lines."""

    sorry = SORRY

    def __init__(self, shelf: InRedis, room: Room) -> None:
        self._shelf, self._room = shelf, room
        self._key = shelf._keys(room.code)[1]
        # Whether something was written without an answer, which may be there or not.
        self._is_unsure = False

    def read(self) -> tuple[str, int]:
        """Raises Away where there is no answer: votes that are not known cannot be counted on."""
        try:
            text = self._shelf._asked(lambda: self._shelf._redis.get(self._key))
        except OSError:
            raise Away(SORRY.room) from None
        if text is None:
            raise FileNotFoundError(self._key)
        return str(text), len(text)

    def append(self, data: bytes, after: int) -> int:
        if self._is_unsure or self._room.is_bare:
            raise UnsureError(f"the votes of {self._room.code} are to be kept anew")
        return self._write(data, after)

    def replace(self, data: bytes) -> None:
        self._write(data, "")
        self._is_unsure = self._room.is_bare = False

    def _write(self, data: bytes, after: int | str) -> int:
        room, shelf = self._room, self._shelf
        own = (room.epoch, next(shelf._numbers), after, _ms(VOTES_FOR), data)
        try:
            length = int(shelf._run(shelf._run_write, room.code, *own))
        except OSError:
            self._is_unsure = True
            raise
        if length == IS_ANOTHERS:
            room.leave()
            raise Away(ELSEWHERE)
        if length == IS_SHORT:
            raise UnsureError(f"the votes of {room.code} are missing")
        return length


def _is_older(found: str | None, epoch: int) -> bool:
    return found is not None and found.isdecimal() and int(found) < epoch


def _ms(seconds: float) -> int:
    return round(1000 * seconds)
