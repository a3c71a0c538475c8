"""The kernel of `train.card_block`, interpreted, compared with the same in PyTorch: `python -m tests.train.kernels`."""

import os

os.environ["TRITON_INTERPRET"] = "1"  # before it is imported

import torch  # isort: skip
from splendor.train import card_block
from splendor.train.model import even, plain_block

NUMBER, CARDS, ASKED, LOOK = 5, 192, 128, 128  # an odd number of positions: the last program has one of its two


def main() -> None:
    """Positions by lot, with empty places, one of them without any card."""
    torch.manual_seed(1)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(shape).half()

    present = (torch.rand(NUMBER, card_block.PLACES, 1) < 0.6).half()
    present[1] = 0
    cards = torch.relu(drawn(NUMBER, card_block.PLACES, CARDS)) * present
    tiles = even(torch.relu(drawn(NUMBER, card_block.TILED.value, CARDS)))
    tiles[:, 5:] = 0
    weights = [
        drawn(inputs, outputs) * inputs**-0.5
        for inputs, outputs in ((CARDS, ASKED), (CARDS, 2 * ASKED), (ASKED, CARDS), (CARDS, LOOK), (LOOK, CARDS))
    ]
    rest = (tiles @ weights[1], drawn(NUMBER, LOOK))
    expected = plain_block(*(part.float() for part in (cards, present, *rest, *weights)))
    found = card_block.card_block(cards, present, *rest, *weights)
    for here, there in zip(found, expected, strict=True):
        error = float((here.float() - there).abs().max() / there.abs().max())
        assert error < 2e-3, error
    assert not found[0][1].any()
    assert found[0].any()
    print("the same")


if __name__ == "__main__":
    main()
