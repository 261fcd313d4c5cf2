"""Holds messages against the types of the official SDKs: check_wire.py < LIST

Reads a JSON list of [form, body] and prints a JSON list of what is wrong with each: null, or a text.
"""

import json
import sys
import typing

from pydantic import TypeAdapter, ValidationError

# What a type calls an iterable is validated only when it is read, and so not at all.
typing.Iterable = typing.List

from anthropic.types import ErrorResponse, RawMessageStreamEvent
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from google.genai import types as gemini
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming


def known(shape, body):
    """A dict of types lets unknown keys pass."""
    unknown = set(body) - set(shape.__annotations__) - set(inherited(shape))
    if unknown:
        raise ValueError("unknown keys: %s" % ", ".join(sorted(unknown)))
    TypeAdapter(shape).validate_python(body)


def inherited(shape):
    return [key for base in getattr(shape, "__orig_bases__", ()) for key in getattr(base, "__annotations__", ())]


def gemini_request(body):
    parts = {
        "contents": lambda value: [gemini.Content.model_validate(each) for each in value],
        "systemInstruction": gemini.Content.model_validate,
        "tools": lambda value: [gemini.Tool.model_validate(each) for each in value],
        "toolConfig": gemini.ToolConfig.model_validate,
        "generationConfig": gemini.GenerationConfig.model_validate,
    }
    for key, value in body.items():
        if key not in parts:
            raise ValueError("unknown key: %s" % key)
        parts[key](value)


def anthropic_event(body):
    # The SDK takes these two out of the stream before it looks at their type.
    if body["type"] == "error":
        TypeAdapter(ErrorResponse).validate_python(body)
    elif body != {"type": "ping"}:
        TypeAdapter(RawMessageStreamEvent).validate_python(body)


FORMS = {
    "anthropic-request": lambda body: known(MessageCreateParamsStreaming, body),
    "anthropic-event": anthropic_event,
    "anthropic-error": TypeAdapter(ErrorResponse).validate_python,
    "openai-request": lambda body: known(CompletionCreateParamsStreaming, body),
    "openai-event": TypeAdapter(ChatCompletionChunk).validate_python,
    "gemini-request": gemini_request,
    "gemini-event": gemini.GenerateContentResponse.model_validate,
}


def check(form, body):
    try:
        FORMS[form](body)
    except (ValidationError, ValueError) as error:
        return str(error)
    return None


json.dump([check(form, body) for form, body in json.load(sys.stdin)], sys.stdout)
