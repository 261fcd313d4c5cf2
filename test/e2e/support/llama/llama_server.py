"""Serves a model with llama.cpp's own HTTP server: llama_server.py MODEL CHAT_TEMPLATE

Prints the address, then serves until standard input ends.
"""

import sys

import xllamacpp


def main(model, template):
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = 8192
    params.n_parallel = 1
    params.endpoint_slots = True
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    # The likeliest tokens, unless a request wants otherwise.
    params.sampling.temp = 0.0
    params.use_jinja = True
    with open(template) as file:
        params.chat_template = file.read()
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
