import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { answerFast, askFixedTexts, type FixedTexts } from '../src/mcp/fast-answers.ts';
import { recognise } from '../src/mcp/fast-path.ts';
import { classify, createSdkPath, type SdkPath } from '../src/mcp/sdk-path.ts';
import { type Door, modern, rpc, startDoor, toolCall } from './mcp-harness.ts';

type Message = Parameters<SdkPath['legacy']>[0];

describe('the fast path', () => {
  let door: Door;
  let sdk: SdkPath;
  let texts: FixedTexts;
  before(async () => {
    door = await startDoor();
    sdk = createSdkPath(door.app);
    texts = await askFixedTexts(sdk);
  });
  after(async () => {
    await sdk.close();
    await door.close();
  });

  const caller = () => ({ keyId: door.keyId, workspaceId: door.workspaceId, mode: 'test' as const });

  /** Asks both routes; undefined when the fast path leaves the request to the SDK. */
  async function both(message: object, headers: Record<string, string>) {
    const call = recognise(message, headers);
    if (call === null) return undefined;
    const fast = JSON.parse(await answerFast(door.app, caller(), call, texts));
    const route = classify(message, headers);
    const response =
      route.kind === 'legacy'
        ? await sdk.legacy(message as Message, caller())
        : await sdk.modern(message, headers, caller());
    assert.equal(response.status, 200);
    return { fast, slow: await response.json() };
  }

  const everyday: [string, Record<string, unknown>][] = [
    ['tools/list', {}],
    ['tools/call', { name: 'list_social_accounts' }],
    ['tools/call', { name: 'list_social_accounts', arguments: {} }],
    ['tools/call', { name: 'list_social_accounts', arguments: { foo: 1 } }],
    ['tools/call', { name: 'list_social_accounts', arguments: JSON.parse('{"__proto__":{"x":1}}') }],
    ['tools/call', { name: 'list_scheduled_posts', arguments: { limit: 3 } }],
    ['tools/call', { name: 'list_scheduled_posts', arguments: { limit: 99 } }],
    ['tools/call', { name: 'get_analytics_summary', arguments: {} }],
    ['tools/call', { name: 'get_post_status', arguments: { post_id: 'x' } }],
    ['tools/call', { name: 'create_post', arguments: {} }],
    ['tools/call', { name: 'create_post', arguments: { content: 'x'.repeat(9000), platforms: ['twitter'] } }],
    ['tools/call', { name: 'publish_now', arguments: { content: 'x', platforms: ['pinterest'] } }],
    ['tools/call', { name: 'list_social_accounts', arguments: {}, _meta: { progressToken: 7 } }],
    ['tools/call', { name: 'list_social_accounts', _meta: { 'example.com/x': [1], progressToken: 'p' } }],
  ];

  it('takes everyday requests and answers as the SDK does, in both eras', async () => {
    for (const [method, params] of everyday) {
      for (const id of [0, -1, 'a"b', '', Number.MAX_SAFE_INTEGER]) {
        const label = `${method} ${JSON.stringify(params).slice(0, 80)}`;
        const old = await both(rpc(method, params, id), {});
        assert.deepEqual(old?.fast, old?.slow, label);
        assert.ok(old, `${label}: left to the SDK`);
        const { message, headers } = modern(method, params, id);
        const now = await both(message, headers);
        assert.ok(now, `${label}: left to the SDK in the modern era`);
        assert.deepEqual(now.fast, now.slow, label);
      }
    }
    const ping = await both(rpc('ping'), { 'mcp-protocol-version': '2025-06-18' });
    assert.deepEqual(ping?.fast, ping?.slow);
  });

  it('answers real data as the SDK does', async () => {
    const args = { content: 'Ein Entwurf', platforms: ['bluesky', 'twitter'], idempotency_key: 'same' };
    const first = recognise(toolCall('create_post', args), {});
    assert.ok(first);
    const { id } = JSON.parse(await answerFast(door.app, caller(), first, texts)).result.structuredContent;
    for (const message of [
      toolCall('create_post', args),
      toolCall('get_post_status', { post_id: id }),
      toolCall('list_scheduled_posts', {}),
    ]) {
      const answers = await both(message, {});
      assert.deepEqual(answers?.fast, answers?.slow);
      assert.equal(answers?.fast.result.isError, undefined);
    }
  });

  it('leaves everything unusual to the SDK', () => {
    const call = { name: 'list_social_accounts', arguments: {} };
    const { message, headers } = modern('tools/call', call);
    const meta = (message.params as { _meta: Record<string, unknown> })._meta;
    const unusual: [unknown, Record<string, string>][] = [
      [rpc('initialize'), {}],
      [toolCall('nope'), {}],
      [rpc('tools/call', { ...call, task: {} }), {}],
      [rpc('tools/list', { cursor: 'x' }), {}],
      [{ ...rpc('ping'), extra: 1 }, {}],
      [{ ...rpc('ping'), id: 1.5 }, {}],
      [{ ...rpc('ping'), id: null }, {}],
      [[rpc('ping')], {}],
      [rpc('ping'), { 'mcp-protocol-version': '2026-07-28' }],
      [rpc('ping'), { 'mcp-protocol-version': '1' }],
      [message, {}],
      [message, { ...headers, 'mcp-name': 'create_post' }],
      [message, { ...headers, 'mcp-method': 'tools/list' }],
      [message, { ...headers, 'mcp-protocol-version': '2025-11-25' }],
      [
        rpc('tools/call', { ...call, _meta: { ...meta, 'io.modelcontextprotocol/logLevel': 'debug' } }),
        headers,
      ],
      [
        rpc('tools/call', { ...call, _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': 1 } }),
        headers,
      ],
      [rpc('tools/call', { ...call, requestState: 'x', _meta: meta }), headers],
      [modern('ping').message, modern('ping').headers],
    ];
    for (const [body, sent] of unusual) assert.equal(recognise(body, sent), null, JSON.stringify(body));
  });

  // keeps: door.sdk-equal
  it('never answers otherwise than the SDK, whatever the request', async () => {
    const junk = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
    const name = fc.constantFrom('list_social_accounts', 'get_post_status', 'list_scheduled_posts', 'nope');
    const token = fc.oneof(fc.integer(), fc.string(), fc.double(), fc.constant(null), fc.constant({}));
    const meta = fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: fc.record({ progressToken: token }, { requiredKeys: [] }) },
      junk,
    );
    const params = fc.record(
      { name, arguments: fc.dictionary(fc.string(), junk), _meta: meta },
      { requiredKeys: [] },
    );
    const message = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string(), fc.double()),
      method: fc.constantFrom('tools/call', 'tools/list', 'ping'),
      params,
    });
    await fc.assert(
      fc.asyncProperty(message, fc.boolean(), async (drawn, asModern) => {
        const plain = JSON.parse(JSON.stringify(drawn));
        const sent = asModern
          ? modern(plain.method, plain.params, plain.id)
          : { message: plain, headers: {} };
        const answers = await both(sent.message, sent.headers);
        if (answers) assert.deepEqual(answers.fast, answers.slow);
      }),
      { numRuns: 500 },
    );
  });
});
