"""Messages to a page, packed on their way: a stage is a third as long then.

Streamlit packs all of them or none. A long one would keep everybody else waiting while it is packed,
so that such a one goes as it is.
"""

from collections.abc import Sequence

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

# Bytes of a message that is packed. A megabyte takes 25 ms.
LONGEST_PACKED = 2**20
# Measured on the 137 kB of a first visit to Step: level 3 leaves 51 kB in 3.7 ms, level 6 leaves 48 kB
# in 4.8 ms, and a window of 32 kB, which every visitor would take of the memory, 3 kB less than one
# of 4 kB.
LEVEL, WINDOW_BITS, MEMORY_LEVEL = 3, 12, 5


class PackedMessages(ServerPerMessageDeflateFactory):
    """What to answer a browser that offers to unpack messages (RFC 7692)."""

    def __init__(self) -> None:
        super().__init__(
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=WINDOW_BITS,
            compress_settings={"level": LEVEL, "memLevel": MEMORY_LEVEL},
        )

    def process_request_params(  # type: ignore[override]
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], Extension]:
        answer, packing = super().process_request_params(params, accepted_extensions)
        return answer, _UpToALength(packing)


class _UpToALength(Extension):
    """Packs the messages that are short enough; what a browser has packed is unpacked at any length
    that it may have, which `wire` limits."""

    name = PerMessageDeflate.name

    def __init__(self, packing: PerMessageDeflate) -> None:
        self._packing = packing

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        return self._packing.decode(frame, max_size=max_size)

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) > LONGEST_PACKED else self._packing.encode(frame)
