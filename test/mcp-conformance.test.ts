import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { type Door, startDoor } from './mcp-harness.ts';

/**
 * The official conformance suite, scenario by scenario: those that apply to a server with tools only. The
 * others ask for fixture tools, prompts or resources. The exit code counts; the printed totals do not.
 */
const scenarios: Record<string, readonly string[]> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'dns-rebinding-protection',
    'server-session-lifecycle',
    'server-sse-polling',
    'server-sse-multiple-streams',
  ],
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
};

const runner = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

describe('conformance', { concurrency: 3 }, () => {
  let door: Door;
  before(async () => {
    door = await startDoor({ rateLimit: null });
  });
  after(() => door.close());

  for (const [version, names] of Object.entries(scenarios)) {
    for (const name of names) {
      // keeps: door.conformance
      it(`${version} ${name}`, { timeout: 240_000 }, async () => {
        const { code, output } = await run(door, name, version);
        assert.equal(code, 0, output);
      });
    }
  }

  // Four of its checks need fixture tools and fail as "Not testable"; nothing else may.
  it('2026-07-28 server-stateless, but for what needs fixture tools', { timeout: 240_000 }, async () => {
    const { output } = await run(door, 'server-stateless', '2026-07-28', '--verbose');
    const checks = checksIn(output);
    const failed = checks.filter((check) => check.status === 'FAILURE');
    assert.ok(checks.length - failed.length >= 24, output);
    for (const check of failed) assert.match(JSON.stringify(check), /[Nn]ot testable/);
  });
});

function run(door: Door, scenario: string, version: string, ...more: string[]) {
  const url = `${door.url}/mcp/${door.key}`;
  const args = [runner, 'server', '--url', url, '--scenario', scenario, '--spec-version', version, ...more];
  return new Promise<{ code: number | string; output: string }>((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: stdout + (more.length > 0 ? '' : stderr) });
    });
  });
}

interface Check {
  readonly id: string;
  readonly status: string;
}

function checksIn(output: string): Check[] {
  return JSON.parse(/^\[\n.*?^\]$/ms.exec(output)?.[0] ?? '[]') as Check[];
}
