"""How a tool says that there is more. Pages hold no state: each call looks anew."""


def has_more(things: str, argument: str, value: int) -> str:
    """The last line of a result that is not all, with the argument that brings the next page."""
    return f"[More {things}: call again with {argument} {value}.]"
