import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { App } from '../src/context.ts';
import { messageCodes } from '../src/contract/messages.ts';
import { errorTable, PostboteError } from '../src/errors.ts';
import { runTool } from '../src/mcp/run-tool.ts';
import { errorResult } from '../src/mcp/tool-result.ts';
import { toolsByName } from '../src/mcp/tools/index.ts';
import type { Tool } from '../src/mcp/tools/tool.ts';
import { type Door, post, startDoor, toolCall } from './mcp-harness.ts';

describe('tool results', () => {
  let door: Door;
  before(async () => {
    door = await startDoor({ rateLimit: null });
  });
  after(() => door.close());

  const call = async (name: string, args?: unknown) => (await post(door, toolCall(name, args))).json.result;

  /** Text and structured data must agree, and hold what tools/list promises. */
  function checkData(name: string, result: Awaited<ReturnType<typeof call>>) {
    const tool = toolsByName.get(name) as Tool;
    assert.equal(result.isError, undefined, JSON.stringify(result));
    assert.deepEqual(tool.outputSchema.parse(result.structuredContent), result.structuredContent, name);
    const data = JSON.parse(result.content[0].text);
    const { listName } = tool;
    assert.deepEqual(data, listName ? result.structuredContent[listName] : result.structuredContent);
    assert.equal(Array.isArray(data), listName !== undefined);
    return data;
  }

  // keeps: tools.schemas
  it('of all six tools match their schemas', async () => {
    const accounts = checkData('list_social_accounts', await call('list_social_accounts'));
    assert.equal(accounts.length, 2);
    checkData('get_analytics_summary', await call('get_analytics_summary', {}));
    const draft = await call('create_post', {
      content: 'Hallo "Welt" \u2028 😀',
      account_ids: [accounts[0].id],
    });
    const { id } = checkData('create_post', draft);
    checkData('get_post_status', await call('get_post_status', { post_id: id }));
    const posts = checkData('list_scheduled_posts', await call('list_scheduled_posts', { limit: 5 }));
    assert.equal(posts[0].master_content, 'Hallo "Welt" \u2028 😀');
    checkData('publish_now', await call('publish_now', { content: 'Jetzt', platforms: ['bluesky'] }));
  });

  it('take missing and null arguments as none', async () => {
    for (const args of [undefined, null, {}])
      checkData('list_social_accounts', await call('list_social_accounts', args));
  });

  it('name wrong arguments as tool errors, never as protocol errors', async () => {
    const wrong: [string, unknown][] = [
      ['list_social_accounts', { foo: 1 }],
      ['list_social_accounts', []],
      ['list_social_accounts', 'text'],
      ['list_social_accounts', 7],
      ['list_scheduled_posts', { limit: 0 }],
      ['list_scheduled_posts', { limit: '10' }],
      ['get_post_status', {}],
      ['get_post_status', { post_id: 'nope' }],
      ['create_post', { content: 'x' }],
      ['create_post', { content: 'x', platforms: ['bluesky'], account_ids: ['a'] }],
      ['create_post', { content: 'x', platforms: ['myspace'] }],
      ['publish_now', { content: 'x', platforms: ['bluesky'], scheduled_at: '2030-01-01T00:00:00Z' }],
      ['publish_now', { content: 'x', platforms: ['pinterest'] }],
    ];
    for (const [name, args] of wrong) {
      const result = await call(name, args);
      const label = `${name} ${JSON.stringify(args)}`;
      assert.equal(result?.isError, true, label);
      assert.equal(result.structuredContent, undefined);
      assert.equal(result.content.length, 2);
      const detail = JSON.parse(result.content[1].text);
      assert.equal(detail.message, result.content[0].text, label);
      assert.ok(messageCodes.includes(detail.code), label);
      assert.ok(detail.next_action.length > 5, label);
      assert.ok(detail.violations.length >= 1, label);
      for (const violation of detail.violations) {
        assert.ok(violation.code && violation.message && violation.next_action, label);
      }
    }
  });

  it('give the messages of the interface word for word', async () => {
    const text = async (name: string, args: unknown) => (await call(name, args)).content[0].text;
    const nobody = '00000000-0000-4000-8000-000000000000';
    assert.equal(
      await text('create_post', { content: 'x', account_ids: [nobody] }),
      'Keine aktiven Ziel-Accounts',
    );
    const long = { content: 'x'.repeat(281), platforms: ['twitter'] };
    assert.equal(await text('create_post', long), 'Text für twitter zu lang');
    assert.equal(await text('publish_now', long), 'Text für twitter zu lang');
  });

  it('keep an unforeseen error to ourselves', async () => {
    const secret = 'SELECT * FROM api_keys -- /srv/data/postbote.db';
    const broken = {
      ...(toolsByName.get('list_social_accounts') as Tool),
      run: () => Promise.reject(new Error(secret)),
    };
    const caller = { keyId: 'k', workspaceId: 'w', mode: 'test' } as const;
    const result = JSON.parse(await runTool(door.app as App, caller, broken, {}));
    assert.equal(result.isError, true);
    assert.equal(result.content[0].text, 'Interner Fehler');
    assert.ok(!JSON.stringify(result).includes('SELECT'));
    assert.ok(door.logged().includes('SELECT'), 'the log must have it');
  });
});

describe('error results', () => {
  it('list all violations, the first one on top', () => {
    const error = new PostboteError('post_invalid', {
      violations: [
        { code: 'text_too_long', facts: { platform: 'twitter', length: 300, max: 280, unit: 'x-weighted' } },
        { code: 'cover_without_video' },
      ],
    });
    const { content, isError } = JSON.parse(errorResult(error));
    assert.equal(isError, true);
    assert.equal(content[0].text, 'Text für twitter zu lang');
    const detail = JSON.parse(content[1].text);
    assert.equal(detail.code, 'text_too_long');
    assert.equal(detail.platform, 'twitter');
    assert.equal(detail.length, 300);
    assert.deepEqual(
      detail.violations.map((violation: { code: string }) => violation.code),
      ['text_too_long', 'cover_without_video'],
    );
  });

  it('stay small when the nonsense is large', () => {
    const violations = Array.from({ length: 20_000 }, () => ({ code: 'media_mixed' as const }));
    const { content } = JSON.parse(errorResult(new PostboteError('invalid_request', { violations })));
    const detail = JSON.parse(content[1].text);
    assert.equal(detail.violations.length + detail.more_violations, 20_000);
    assert.ok(content[1].text.length < 200_000);
  });

  it('exist for every error code, and no fact can take the place of code, message or next_action', () => {
    for (const code of Object.keys(errorTable) as (keyof typeof errorTable)[]) {
      const facts = { code: 'x', message: 'x', next_action: 'x' };
      const { content } = JSON.parse(errorResult(new PostboteError(code, { facts })));
      const detail = JSON.parse(content[1].text);
      assert.equal(detail.code, code);
      assert.equal(detail.message, content[0].text);
      assert.notEqual(detail.next_action, 'x');
    }
  });
});
