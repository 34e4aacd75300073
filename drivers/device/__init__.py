"""The dealing device on its serial line, a file a layer: framing, messages, seals, link."""
