"""The route of the page Ask."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from thousand_agents.web.asking import ANSWERS, read_question
from thousand_agents.web.requests import RequestError, read_json
from thousand_agents.web.texts import language_of


async def answer(request: Request) -> Response:
    """The answer to a question, as soon as a worker has found it."""
    server, kind = request.app.state.server, request.path_params["kind"]
    if kind not in ANSWERS:
        raise RequestError(404, f"questions are {', '.join(ANSWERS)}")
    form = await read_json(request, server.limits.body)
    language = language_of(request.query_params.get("language"), "")
    question = read_question(form, kind == "dark", language, server.offered)
    return JSONResponse(await server.lanes.analysis.run(ANSWERS[kind], question))
