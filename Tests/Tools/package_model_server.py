# SPDX-License-Identifier: GPL-3.0-or-later
"""llama.cpp's server with tiny models of random weights; its code and its answers are the package's own."""

import os
import tempfile
import time

import gguf
import numpy
import xllamacpp

CONTEXT = 4096
# Large enough to be at work for a while.
WIDTH, INNER, HEADS, LAYERS = 192, 768, 6, 4
# Most templates are like this one.
PLAIN = (
    "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)
# Some take only what their model was trained for.
REFUSING = (
    "{% if messages[-1]['content'] is string and 'Hello?' in messages[-1]['content'] %}"
    "{{ raise_exception('This conversation is not supported') }}{% endif %}" + PLAIN
)


def write_model(path, seed, template):
    """A model of the usual kind that knows single bytes only."""
    random = numpy.random.default_rng(seed)
    words = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    kinds = [gguf.TokenType.UNKNOWN] + [gguf.TokenType.CONTROL] * 2 + [gguf.TokenType.BYTE] * 256
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(words))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(words)
    writer.add_token_scores([0.0] * len(words))
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(template)

    def weights(name, *shape, silent=0):
        values = (random.standard_normal(shape) * 0.1).astype(numpy.float32)
        values[:silent] = 0
        writer.add_tensor(name, values)

    def ones(name):
        writer.add_tensor(name, numpy.ones(WIDTH, numpy.float32))

    weights("token_embd.weight", len(words), WIDTH)
    # It never ends by itself: what is not a byte is never among the likely ones.
    weights("output.weight", len(words), WIDTH, silent=3)
    ones("output_norm.weight")
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        for name in ("attn_norm", "ffn_norm"):
            ones(f"{block}{name}.weight")
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            weights(f"{block}{name}.weight", WIDTH, WIDTH)
        for name in ("ffn_gate", "ffn_up"):
            weights(f"{block}{name}.weight", INNER, WIDTH)
        weights(f"{block}ffn_down.weight", WIDTH, INNER)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def start(path, alias):
    settings = xllamacpp.CommonParams()
    settings.model.path = path
    settings.model_alias = {alias}
    settings.n_ctx = CONTEXT
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.warmup = False
    settings.endpoint_slots = True
    # More than one would wait for each other on a busy machine.
    settings.cpuparams.n_threads = 1
    settings.cpuparams_batch.n_threads = 1
    return xllamacpp.Server(settings)


with tempfile.TemporaryDirectory() as folder:
    servers = []
    for seed, (name, template) in enumerate([("plain", PLAIN), ("refusing", REFUSING)]):
        path = os.path.join(folder, name + ".gguf")
        write_model(path, seed, template)
        servers.append(start(path, name))
    print("ports", *(server.listening_address.rsplit(":", 1)[1] for server in servers), flush=True)
    parent = os.getppid()
    # A test that crashed cannot end its servers.
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)
