"""The document of the web interface is valid and true."""

from __future__ import annotations

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from hypothesis.errors import Unsatisfiable
from openapi_spec_validator import validate
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bocage.table.service.endpoints import ENDPOINTS
from bocage.table.service.http import Endpoint
from bocage.table.service.openapi import document
from tests.table.players import Table, bearer

EXAMPLES = 300 if os.environ.get("BOCAGE_LONG") == "1" else 12
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
MODES = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]


def test_the_document_is_valid_openapi(table: Table) -> None:
    served = table.get("/api/openapi.json")
    assert served["openapi"].startswith("3.1")
    validate(served)


def test_the_document_names_every_endpoint_and_every_live_message() -> None:
    made = document()
    for endpoint in ENDPOINTS:
        assert endpoint.method.lower() in made["paths"][endpoint.path]
    schemas = made["components"]["schemas"]
    for name in ("Hello", "Play", "Welcome", "Changed", "FromPage", "ToPage", "Sheet", "Box", "Trouble"):
        assert name in schemas


def test_no_address_asks_for_a_token() -> None:
    for path in document()["paths"].values():
        for operation in path.values():
            names = {parameter["name"] for parameter in operation.get("parameters", ())}
            assert names <= {"id", "slug", "side", "moment", "scenario", "options", "first", "last", "since"}


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_whatever_is_sent_the_service_answers_as_documented(table: Table, endpoint: Endpoint) -> None:
    """Requests made up from the document, good ones and bad ones, on matches that exist and on others."""
    running, over = table.new(), table.new()
    with over.page("german") as german:
        german.do("concede")
    real = {"id": [running.id, over.id], "slug": ["roundup"], "side": ["german"], "moment": [0, 1]}
    operation = schemathesis.openapi.from_dict(document())[endpoint.path][endpoint.method]
    calls = 0

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(data=some.data())
    def sent(data: some.DataObject) -> None:
        nonlocal calls
        case = data.draw(operation.as_strategy(data.draw(some.sampled_from(MODES))))
        for name in list(case.path_parameters or ()):
            if data.draw(some.booleans()):
                case.path_parameters[name] = data.draw(some.sampled_from(real[name]))
        headers = bearer(running.tokens["german"]) if data.draw(some.booleans()) else {}
        case.call_and_validate(base_url=table.address, headers=headers, checks=CHECKS)
        calls += 1

    try:
        sent()
    except Unsatisfiable:
        assert not endpoint.query  # nothing can be wrong where nothing is asked
        assert endpoint.body is None
    assert calls or not (endpoint.query or endpoint.body)
    assert table.get("/healthz")["status"] == "ok"
