"""Serves a model with llama.cpp's own HTTP server: llama_server.py MODEL CONTEXT THREADS [CHAT_TEMPLATE]

Prints the address, then serves until standard input ends. Without a template the model's own is used.
"""

import sys

import xllamacpp


def main(model, context, threads, template=None):
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = int(context)
    params.n_parallel = 1
    params.endpoint_slots = True
    params.cpuparams.n_threads = int(threads)
    params.cpuparams_batch.n_threads = int(threads)
    # The likeliest tokens, unless a request wants otherwise.
    params.sampling.temp = 0.0
    params.use_jinja = True
    if template is not None:
        with open(template) as file:
            params.chat_template = file.read()
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
