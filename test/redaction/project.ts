import { contexts, names, shapes } from "./corpus.ts";

/** A pytest project that is full of secrets. */
export interface SecretProject {
  files: Record<string, string>;
  /** Variables to run it with. */
  env: Record<string, string>;
  /** Failing tests, each of which spills secrets in a way of its own. */
  failing: string[];
  /** Each secret, by where it was put. */
  secrets: Map<string, string>;
}

/** Puts the whole corpus into a project: each secret another one, so that a leak tells where it came from. */
export function secretProject(): SecretProject {
  const secrets = new Map<string, string>();
  const planted = (where: string) => {
    const secret = `zQ7x${secrets.size}vK9w`;
    secrets.set(where, secret);
    return secret;
  };
  const shaped = Object.entries(shapes).map(([what, credential]) => {
    for (const line of credential.split("\n"))
      if (!line.startsWith("-----")) secrets.set(`shape ${what} ${line}`, line);
    return credential;
  });
  const filled = (where: string) =>
    Object.entries(contexts).map(([what, context]) =>
      context.replaceAll(/(?<![A-Z_])SECRET(?![A-Z_])|(?<=')SECRET(?=')/g, planted(`${where}: ${what}`)),
    );
  const env = { SHOP_DB_PASSWORD: planted("environment") };
  const files = {
    "shop/__init__.py": "",
    "shop/settings.py": settings(planted, shaped),
    "shop/login.py": login(planted, shaped, filled),
    "tests/test_login.py": tests(planted, shaped),
  };
  const failing = [...files["tests/test_login.py"].matchAll(/^def (test_\w+)/gm)]
    .map(([, name]) => `tests/test_login.py::${name}`)
    .filter((nodeId) => !/test_passes|test_shaped_ids/.test(nodeId));
  return { files, env, failing, secrets };
}

const py = (value: unknown) => JSON.stringify(value);

type Plant = (where: string) => string;

function settings(planted: Plant, shaped: string[]): string {
  const constants = names.map((name) => `${name.toUpperCase()} = ${py(planted(`constant ${name}`))}`);
  const key = shaped.find((credential) => credential.startsWith("-----")) ?? "";
  return `${constants.join("\n")}
CERTIFICATE = """
${key}
"""
DSN = "postgresql://app:${planted("DSN in code")}@db/shop"
HEADERS = {"Authorization": "Bearer ${planted("header in code")}", "Accept": "*/*"}


def find(name):
    api_key = "${planted("local in code")}"
    return {"tea": 3}.get(name)
`;
}

function login(planted: Plant, shaped: string[], filled: (where: string) => string[]): string {
  const locals = names.map((name) => `    ${name.replace(/-/g, "_")} = ${py(planted(`local ${name}`))}`);
  const returned = planted("return value");
  const attributes = names.map((name) => `        self.${name} = ${py(planted(`attribute ${name}`))}`);
  const items = names.map((name) => `${py(name)}: ${py(planted(`key ${name}`))}`);
  const pairs = names.map((name) => `(${py(name)}, ${py(planted(`pair ${name}`))})`);
  return `import collections
import dataclasses
import os
import types

from shop.settings import find


class Settings:
    def __init__(self):
        self.first = 1
${attributes.join("\n")}

    def broken(self):
        nothing = find("milk")
        return nothing.real


class Slotted:
    __slots__ = ("password",)

    def __init__(self):
        self.password = "${planted("slot")}"


@dataclasses.dataclass
class Login:
    user: str
    password: str


Pair = collections.namedtuple("Pair", "user token")


def many_locals():
${locals.join("\n")}
    nothing = find("milk")
    return nothing.real


def many_keys():
    options = {${items.join(", ")}}
    pairs = [${pairs.join(", ")}]
    nested = {"a": [{"b": (options, pairs)}]}
    raw = {b"authorization": b"Basic ${planted("bytes key")}", "x": b"password=${planted("bytes text")}"}
    nothing = find("milk")
    return nothing.real


def many_objects():
    slotted = Slotted()
    login = Login("ann", password="${planted("dataclass")}")
    pair = Pair("ann", token="${planted("namedtuple")}")
    space = types.SimpleNamespace(client_secret="${planted("namespace")}")
    queue = collections.deque([login, pair, ("password", "${planted("pair in deque")}")])
    items = {"api_key": "${planted("view")}"}.items()
    error = ValueError("password=${planted("exception argument")}")
    nothing = find("milk")
    return nothing.real


def many_texts():
    ${shaped.map((credential, index) => `shaped${index} = ${py(credential)}`).join("\n    ")}
    ${filled("local text")
      .map((text, index) => `text${index} = ${py(text)}`)
      .join("\n    ")}
    nothing = find("milk")
    return nothing.real


def get_password():
    return "${returned.slice(0, 4)}" + "${returned.slice(4)}"


def all_tokens():
    for access_token in ["${planted("yielded")}"]:
        yield access_token


def message():
    return """${filled("message")
      .map((text) => text.replaceAll("\\", "\\\\"))
      .join("\n")}
${shaped.join("\n")}"""


def from_environment():
    return os.environ["SHOP_DB_PASSWORD"]
`;
}

function tests(planted: Plant, shaped: string[]): string {
  return `import pytest

from shop import login


def test_passes():
    login.get_password()
    assert login.find("tea").real == 3


def test_locals():
    login.many_locals()


def test_attributes():
    login.Settings().broken()


def test_keys():
    login.many_keys()


def test_objects():
    login.many_objects()


def test_texts():
    login.many_texts()


def test_message():
    raise ValueError(login.message())


def test_chained():
    try:
        raise KeyError("password='${planted("cause")}'")
    except KeyError as error:
        raise RuntimeError("token=${planted("chained message")}x") from error


def test_compared():
    user = login.Login("ann", password="${planted("compared attribute")}")
    assert user.password == "${planted("compared with")}"


def test_compared_local():
    password = "${planted("compared local")}"
    assert password == "${planted("compared local with")}"


def test_environment():
    print(login.from_environment())
    raise ValueError("cannot log in as ann with " + login.from_environment())


def test_remembered():
    db_password = "${planted("in a sentence")}"
    text = f"cannot log in as ann with {db_password} today"
    raise ValueError(text)


def test_printed():
    print("password=${planted("printed")}")
    list(login.all_tokens())
    assert login.get_password() is None


@pytest.mark.parametrize("what", ${py(shaped.filter((credential) => !credential.includes("\n")))})
def test_shaped_ids(what):
    assert what is None
`;
}
