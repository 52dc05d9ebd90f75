"""Figures in a notebook."""

import numpy as np
import pytest

from tests.lab.arena.test_figures import made


def test_figures_show_their_standings() -> None:
    page = made([[0], [0], [1], [3]])._repr_html_()
    assert page.index("1. greedy") < page.index("weighted") and "50.0 %" in page and "4 games of 4 players" in page


def test_a_plot_shows_shares_in_their_order() -> None:
    mpl = pytest.importorskip("matplotlib")
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figures = made([[0], [0], [1], [3]])
    axis = figures.plot()
    (points,) = axis.containers
    assert points[0].get_xdata().tolist() == pytest.approx([100 * figures.shares[e].value for e in figures.ranking])
    assert [label.get_text() for label in axis.get_yticklabels()] == [figures.names[e] for e in figures.ranking]
    assert axis.yaxis_inverted(), "the best is at the top"
    _, other = plt.subplots()
    assert figures.plot(other) is other and np.isfinite(axis.get_xlim()).all()
    plt.close("all")
