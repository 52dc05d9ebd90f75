"""Evaluations: the same deals for everybody, every seat, files that can be continued, checked and compared."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from munchkin_env.cli.evaluate import tell_evaluation
from munchkin_env.cli.main import main
from munchkin_env.lab.arena.figures import Estimate
from munchkin_env.lab.protocol import POOLS, EvaluationResult, ProtocolError, evaluate_agent, leaderboard
from munchkin_env.lab.protocol.leaderboard import leaderboard_page, markdown_table
from munchkin_env.lab.protocol.pools import STANDARD, Pool, Reference, digest_of
from munchkin_env.lab.protocol.results import PlayedAgainst, hash_of, with_games
from munchkin_env.tasks import TASKS, Task, find_task

QUICK = Task("mini", 1, "Short.", 2, ("mini.json",), {"win_level": 3, "max_rounds": 2, "trade_budget": 0})


@pytest.fixture(autouse=True)
def random_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool of these tests has the quickest member only."""
    monkeypatch.setitem(POOLS_FOR_TESTS, STANDARD, Pool(STANDARD, (Reference("random", digest_of("random")),)))
    monkeypatch.setattr("munchkin_env.lab.protocol.pools.POOLS", POOLS_FOR_TESTS)


POOLS_FOR_TESTS = dict(POOLS)


def evaluated(spec: str = "weighted", deals: int = 2, out: Path | None = None, **more: Any) -> EvaluationResult:
    return evaluate_agent(spec, QUICK, deals=deals, out=out, luck=False, **more)


@pytest.fixture(scope="module")
def made() -> EvaluationResult:
    """Two agents' worth of games need not be played to test files and tables."""
    against = {
        "random": PlayedAgainst("670ea7b5", [[1.0, 0.5], [1.0, 0.0], [1.0, 1.0]], [[0.2, 0.1], [0.3, -0.4], [0.1, 0.3]]),
        "greedy-1": PlayedAgainst("733794ee", [[0.0, 0.5], [0.0, 0.0], [1.0, 0.0]], [[-0.2, 0.1], [0.0, -0.1], [0.4, 0.0]]),
    }
    told = ("mine", "mine.npz", "00ff", "duel-v1", "digest", STANDARD, 2, "0.1", 1, "cards", "code")
    return EvaluationResult(*told, against)


def test_every_deal_is_played_from_every_seat_and_a_file_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    first = evaluated(deals=1, out=path)
    assert first.deals == 1 and first.games == 2 and list(first.against) == ["random"]
    assert EvaluationResult.load(path) == first
    seen: list[int] = []
    more = evaluated(deals=2, out=path, progress=seen.append)
    assert seen == [1, 2] and more.against["random"].shares[:1] == first.against["random"].shares
    assert more == evaluated(deals=2), "the same without a break"
    with pytest.raises(ProtocolError, match="another evaluation: agent is 'weighted' there and 'greedy' here"):
        evaluated("greedy", out=path)


def test_among_copies_of_itself_an_agent_has_a_fair_share() -> None:
    found = evaluated("random", deals=2)
    assert found.deals == 2 and all(sum(row) in (0.0, 1.0) for row in found.against["random"].shares)
    assert found.itself == "random" and found.games == 2, "one for each deal, since all seatings of equals are the same"
    assert evaluated("weighted", deals=1).itself == ""


def test_the_share_among_equals_is_certain_where_somebody_won(made: EvaluationResult, capsys: pytest.CaptureFixture[str]) -> None:
    won, nobody = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]], [[0.0, 0.0]] * 3
    fair = Estimate(0.5, 0.5, 0.5)
    found = replace(made, agent="random", itself="random", against={"random": PlayedAgainst("", won)})
    assert found.share("random") == found.score == fair and found.games == 3
    tell_evaluation(found)
    assert capsys.readouterr().out.count("50.0 (50.0 to 50.0)") == 2
    both = replace(found, against={**found.against, "greedy-1": PlayedAgainst("", nobody)})
    none = both.share("greedy-1")
    assert both.games == 3 + 6 and both.score == pytest.approx(((0.5 + none.value) / 2, (0.5 + none.low) / 2, (0.5 + none.high) / 2))
    cut_off = replace(found, against={"random": PlayedAgainst("", nobody)})
    assert cut_off.share("random").high > 0.5, "games that nobody won do not show a share of 0"


def fake_luck(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Luck that takes no time to measure. Returns the numbers of the games whose luck is."""
    measured: list[int] = []

    def meter(fixture: Any, _: Any) -> Any:
        measured.append(fixture.number)
        return np.full(2, 0.25)

    monkeypatch.setattr("munchkin_env.lab.protocol.evaluating._meter", lambda _: meter)
    return measured


def test_deals_without_luck_leave_a_file_that_can_be_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without luck for all deals there are no figures without luck; it is not measured in vain then."""
    measured, path = fake_luck(monkeypatch), tmp_path / "result.json"

    def at(deals: int, *, luck: bool) -> EvaluationResult:
        found = evaluate_agent("weighted", QUICK, deals=deals, out=path, luck=luck)
        assert EvaluationResult.load(path) == found
        return found

    assert at(1, luck=True).measured and at(2, luck=True).measured and measured == [0, 1, 2, 3]
    for deals, luck in ((3, False), (4, True)):
        found = at(deals, luck=luck)
        assert (found.deals, found.measured, found.against["random"].luck) == (deals, False, []) and len(measured) == 4


@pytest.mark.parametrize("more", [PlayedAgainst("", [[1.0, 0.0]], forfeits=1), PlayedAgainst("", [[1.0, 0.0]], [[0.1, 0.2]])])
def test_luck_is_kept_where_it_is_complete(made: EvaluationResult, tmp_path: Path, more: PlayedAgainst) -> None:
    path = tmp_path / "made.json"
    lucky = replace(made, against={"random": made.against["random"]})
    for begun in (lucky, replace(made, against={"random": PlayedAgainst("670ea7b5", [[1.0, 0.0]])})):
        found = with_games(begun, {"random": more})
        found.save(path)
        assert EvaluationResult.load(path) == found and found.against["random"].digest == "670ea7b5"
        assert found.measured == (begun is lucky and bool(more.luck)) and found.forfeits == more.forfeits


def test_a_time_limit_is_part_of_an_evaluation(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    evaluate_agent("search:1", QUICK, deals=0, time_limit=2).save(path)
    assert EvaluationResult.load(path).time_limit == 2
    assert evaluate_agent("search:1", QUICK, deals=0, time_limit=2.0, out=path).time_limit == 2
    with pytest.raises(ProtocolError, match=r"another evaluation: time_limit is 2\.0 there and None here"):
        evaluate_agent("search:1", QUICK, deals=0, out=path)
    assert evaluated(time_limit=2, deals=0) == evaluated(deals=0), "bots have none"


def test_files_from_before_limits_were_written_are_read(made: EvaluationResult, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    replace(made, itself="random", time_limit=0.5).save(path)
    told = {name: value for name, value in json.loads(path.read_text()).items() if name not in ("itself", "time_limit", "hash")}
    path.write_text(json.dumps({**told, "hash": hash_of(told)}))
    assert EvaluationResult.load(path) == made


def test_a_leaderboard_tells_time_limits(made: EvaluationResult, capsys: pytest.CaptureFixture[str]) -> None:
    """The same agent with more time is another player."""
    ranked = leaderboard([made, replace(made, time_limit=0.5)])
    lines = [[cell.strip() for cell in line.split("|")] for line in markdown_table(ranked).splitlines()]
    column = lines[0].index("time limit")
    assert [lines[2][column], lines[3][column]] == ["–", "0.5 s"] and len({len(line) for line in lines}) == 1
    assert "0.5 s" in leaderboard_page(ranked) and "time limit" not in markdown_table([made])
    with pytest.raises(ProtocolError, match="there twice"):
        leaderboard([replace(made, time_limit=0.5)] * 2)
    tell_evaluation(ranked[1])
    assert "at most 0.5 s per decision" in " ".join(capsys.readouterr().out.split())


def test_a_reference_that_forfeits_is_not_the_frozen_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POOLS_FOR_TESTS, "slow", Pool("slow", (Reference("search:1", digest_of("search:1")),)))
    with pytest.raises(ProtocolError, match=r"the reference search:1 forfeited a game: it answered after the time limit \(took"):
        evaluated(pool="slow", deals=1, time_limit=1e-9)


@pytest.mark.slow
def test_failures_are_forfeits_and_leave_no_figures_without_luck() -> None:
    """What would have happened without them is unknown."""
    found = evaluate_agent("tests.lab.arena.players:Crashes", QUICK, deals=1, luck=True)
    assert found.forfeits >= 1 and not found.measured


def test_pools_are_frozen() -> None:
    for pool in POOLS.values():
        assert all(digest_of(member.spec) == member.digest for member in pool.members), (
            f"{pool.name} is no longer what it was: make another"
        )
    assert [member.spec for member in POOLS[STANDARD].members] == ["random", "greedy-1", "veteran", "trained", "search:64"]
    assert [member.spec for member in POOLS[STANDARD].present(find_task("space"))] == [member.spec for member in POOLS[STANDARD].members]
    assert "trained" not in [member.spec for member in POOLS[STANDARD].present(find_task("mini"))], "no policy learned these cards"
    with pytest.raises(ProtocolError, match="frozen with another greedy-1"):
        Pool("other", (Reference("greedy-1", "00000000"),)).present(QUICK)
    with pytest.raises(ProtocolError, match="no pool 'best'"):
        evaluated(pool="best")


def test_the_figures(made: EvaluationResult) -> None:
    assert made.share("random").value == pytest.approx(4.5 / 6) and made.share("greedy-1").value == pytest.approx(1.5 / 6)
    assert made.score.value == pytest.approx(0.5) and made.fair == 0.5 and made.measured
    assert made.score.low < 0.5 < made.score.high and made.adjusted("random").low < made.adjusted("random").value
    assert not replace(made, against={"random": PlayedAgainst("", [[1.0, 0.0]])}).measured
    assert made.score == pytest.approx((0.5, 0.1638, 0.8362), abs=1e-4)


@pytest.mark.parametrize("victories", [0, 1, 20])
def test_intervals_are_neither_impossible_nor_without_width(made: EvaluationResult, victories: int) -> None:
    """Also of agents that never win, or always."""
    shares = [[float(2 * deal < victories), float(2 * deal + 1 < victories)] for deal in range(10)]
    luck = [[0.1, 0.3 * share[0] - 0.2] for share in shares]
    found = replace(made, against={name: PlayedAgainst("", shares, luck) for name in ("random", "greedy-1")})
    assert found.score == pytest.approx(found.share("random")), "all shares are the same"
    for one in (found.score, found.adjusted_score, found.adjusted("random")):
        assert 0 <= one.low <= one.value + 1e-12 and one.value - 1e-12 <= one.high <= 1 and one.high - one.low > 0.05


def test_a_single_deal_says_nothing(made: EvaluationResult) -> None:
    found = replace(made, against={"random": PlayedAgainst("", [[1.0, 0.0]], [[0.1, 0.0]])})
    assert found.score == found.adjusted_score == found.share("random") == Estimate(0.5, 0.0, 1.0)


def test_a_changed_file_is_noticed(made: EvaluationResult, tmp_path: Path) -> None:
    path = tmp_path / "made.json"
    made.save(path)
    assert EvaluationResult.load(path) == made
    told = json.loads(path.read_text())
    assert len(told["hash"]) == 64
    changes: list[dict[str, Any]] = [{"agent": "yours"}, {"hash": "0" * 64}, {"players": 3}, {"against": {}}]
    for change in changes:
        path.write_text(json.dumps({**told, **change}))
        with pytest.raises(ProtocolError, match="hash does not fit"):
            EvaluationResult.load(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": 1}, "of 1 players"),
        ({"against": {}}, "0 references"),
        ({"players": 3}, "for each seat"),
        ({"against": {"random": {"digest": "", "shares": [[2.0, 0.0]]}}}, "from 0 to 1"),
        ({"against": {"random": {"digest": "", "shares": [[1.0, 0.0]], "luck": [[0.0, 0.0]] * 2}}}, "of one kind"),
        ({"against": {"random": {"digest": ""}, "weighted": {"digest": "", "shares": [[1.0, 0.0]]}}}, "of one kind"),
        ({"more": 1}, "other keys"),
        ({"itself": "veteran"}, "which it did not play against"),
        ({"time_limit": "1"}, "time_limit is '1'"),
        ({"time_limit": True}, "time_limit is True"),
        ({"time_limit": 0}, "a number of seconds above 0"),
        ({"format": "census"}, "not a file of munchkin evaluate"),
        ({"agent": 3}, "agent"),
    ],
)
def test_forged_files_are_refused(made: EvaluationResult, tmp_path: Path, change: dict[str, Any], said: str) -> None:
    """With a hash that fits."""
    path = tmp_path / "forged.json"
    made.save(path)
    told = {**json.loads(path.read_text()), **change}
    told.pop("hash")
    path.write_text(json.dumps({**told, "hash": hash_of(told)}))
    with pytest.raises(ProtocolError, match=said):
        EvaluationResult.load(path)


def test_a_leaderboard_is_sorted_and_mixes_nothing(made: EvaluationResult, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weak = replace(
        made, agent="<weak>", fingerprint="1", against={**made.against, "random": PlayedAgainst("", [[0.0, 0.5]] * 3, [[0.0, 0.0]] * 3)}
    )
    assert [one.agent for one in leaderboard([weak, made])] == ["mine", "<weak>"]
    assert markdown_table(leaderboard([weak, made])).splitlines()[2].startswith("| 1 | mine | 50.0 (")
    page = leaderboard_page(leaderboard([weak, made]))
    assert "1. mine" in page and "2. &lt;weak&gt;" in page and "<weak>" not in page and "games needed %" in page
    others = ((replace(made, task="mini-v1"), "not comparable"), (replace(made, task_digest="x"), "not comparable"), (made, "there twice"))
    for other, said in others:
        with pytest.raises(ProtocolError, match=said):
            leaderboard([made, other])
    made.save(tmp_path / "a.json")
    weak.save(tmp_path / "b.json")
    assert main(["leaderboard", str(tmp_path / "b.json"), str(tmp_path / "a.json"), "--html", str(tmp_path / "page.html")]) == 0
    assert "| 1 | mine |" in capsys.readouterr().out and (tmp_path / "page.html").read_text() == page
    assert main(["leaderboard", str(tmp_path / "missing.json")]) == 1 and "no such file" in capsys.readouterr().err


def test_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("munchkin_env.lab.protocol.evaluating.find_task", lambda _: QUICK)
    path = tmp_path / "out.json"
    assert main(["evaluate", "weighted", "--task", "mini", "--deals", "1", "--no-luck", "--out", str(path)]) == 0
    out = capsys.readouterr().out
    assert "weighted in mini-v1 against munchkin-ref-1; equal players would have 50.0%" in out and "score (mean)" in out
    assert EvaluationResult.load(path).games == 2
    assert main(["evaluate", "nobody"]) == 1 and "nobody" in capsys.readouterr().err


def test_where_a_file_cannot_be_nothing_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("munchkin_env.lab.protocol.evaluating.outcomes", lambda *_, **__: pytest.fail("a game is played"))
    for out, said in ((tmp_path / "missing" / "out.json", "there is no folder"), (tmp_path, "directory")):
        assert main(["evaluate", "weighted", "--task", "mini", "--no-luck", "--out", str(out)]) == 1
        assert f"--out {out}" in (err := capsys.readouterr().err) and said in err
    with pytest.raises(ProtocolError, match="there is no folder"):
        evaluated(out=tmp_path / "missing" / "out.json")


def test_luck_that_narrows_nothing_is_not_called_a_saving(made: EvaluationResult, capsys: pytest.CaptureFixture[str]) -> None:
    unlike = PlayedAgainst("670ea7b5", [[1.0, 0.5], [1.0, 0.0], [1.0, 1.0]], [[0.1, -0.1], [0.3, 0.1], [-0.3, 0.2]])
    for against, says in ((made.against["greedy-1"], "of the games give the same interval"), (unlike, "did not narrow the interval")):
        found = replace(made, against={"random": against})
        assert (found.saved < 1) == ("give" in says)
        tell_evaluation(found)
        assert says in capsys.readouterr().out


def test_the_list_of_tasks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(TASKS)
    assert main(["tasks", "negotiation"]) == 0 and "binding_deals=False" in capsys.readouterr().out
    assert main(["tasks", "duell"]) == 1 and "did you mean 'duel'?" in capsys.readouterr().err
