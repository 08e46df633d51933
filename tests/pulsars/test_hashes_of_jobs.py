"""The hash of a job: options that change results change it."""

from typing import Any

from jug.pulsars.jobs.job import Job
from jug.pulsars.jobs.state import job_hash


def test_limits_change_no_result() -> None:
    versions = {"numpy": "2.0"}

    def of(settings: dict[str, Any], par: str = "/a.par", packages: dict[str, str] = versions) -> str:
        return job_hash(Job("J1", par, "/a.tim", settings, "/out/J1"), packages)

    plain = of({"fit": {"max_iter": 3}})
    assert of({"fit": {"max_iter": 3}, "limits": {"seconds": 60}}) == plain
    others = [of({"fit": {"max_iter": 4}}), of({}), of({"fit": {"max_iter": 3}}, par="/b.par"),
              of({"fit": {"max_iter": 3}}, packages={"numpy": "2.1"})]  # fmt: skip
    assert len({plain, *others}) == 5
