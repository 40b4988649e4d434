import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SentRequest } from '../contract/record-requests.ts';
import { discoverySpec } from './discovery.ts';
import { lexiconSpec } from './lexicon.ts';
import type { Definition } from './lexicon-value.ts';
import { localPostsSpec } from './local-posts.ts';
import { metaSpec } from './meta-nodes.ts';
import { mutantsOf, wrongTypes } from './mutate.ts';
import { openApiSpec } from './openapi.ts';
import { postmanSpec } from './postman.ts';
import type { Spec } from './spec.ts';

/** Small descriptions of an API that does not exist, one in each of the forms that the platforms use. */
const letter = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 5 }, to: { $ref: '#/components/schemas/To' } },
  required: ['text'],
};
const specs: readonly {
  spec: Spec;
  request: SentRequest;
  broken: readonly [string, Partial<SentRequest>][];
}[] = [
  {
    spec: openApiSpec(
      'OpenAPI',
      {
        paths: {
          '/letters/{id}': {
            post: {
              parameters: [
                { name: 'id', in: 'path', schema: { type: 'string', pattern: '^\\d+$' } },
                { name: 'copies', in: 'query', required: true, schema: { type: 'integer' } },
              ],
              requestBody: { content: { 'application/json': { schema: letter } } },
            },
          },
        },
        components: {
          schemas: {
            To: { allOf: [{ type: 'object', properties: { name: { type: 'string', nullable: true } } }] },
          },
        },
      } as never,
      'https://api.example',
    ),
    request: json('https://api.example/letters/1?copies=2', { text: 'Hallo', to: { name: null } }),
    broken: [
      ['a parameter of another type', { url: 'https://api.example/letters/1?copies=zwei' }],
      ['a parameter that is missing', { url: 'https://api.example/letters/1' }],
      ['a path that does not fit', { url: 'https://api.example/letters/eins?copies=2' }],
      ['a text that is too long', { body: { kind: 'json', value: { text: 'Hallo!' } } }],
      [
        'an unknown field further down',
        { body: { kind: 'json', value: { text: 'x', to: { nirgends: 1 } } } },
      ],
      [
        'another kind of body',
        { body: { kind: 'form', fields: {} }, headers: { 'content-type': 'text/plain' } },
      ],
    ],
  },
  {
    spec: discoverySpec('discovery', {
      rootUrl: 'https://api.example/',
      servicePath: '',
      parameters: { alt: { type: 'string' } },
      schemas: {
        Letter: {
          id: 'Letter',
          type: 'object',
          properties: { text: { type: 'string' }, to: { $ref: 'To' } },
        },
        To: { type: 'object', properties: { name: { type: 'string' } } },
      },
      resources: {
        letters: {
          methods: {
            insert: {
              id: 'letters.insert',
              httpMethod: 'POST',
              path: 'v1/{+parent}/letters',
              parameters: {
                parent: { type: 'string', location: 'path', required: true, pattern: '^boxes/[^/]+$' },
                copies: { type: 'integer', location: 'query', maximum: '9', required: true },
              },
              request: { $ref: 'Letter' },
            },
          },
        },
      },
    }),
    request: json('https://api.example/v1/boxes/1/letters?copies=2', { text: 'Hallo', to: { name: 'Anna' } }),
    broken: [
      ['a number beyond its limit', { url: 'https://api.example/v1/boxes/1/letters?copies=10' }],
      ['a path that does not fit', { url: 'https://api.example/v1/chests/1/letters?copies=2' }],
      ['an unknown field further down', { body: { kind: 'json', value: { to: { nirgends: 1 } } } }],
    ],
  },
  {
    spec: localPostsSpec('by hand', {
      'x-methods': { create: { method: 'POST', path: '/v4/{a}/localPosts', body: 'Post' } },
      definitions: {
        Post: { type: 'object', properties: { summary: { type: 'string' } }, required: ['summary'] },
      },
    }),
    request: json('https://mybusiness.googleapis.com/v4/1/localPosts', { summary: 'Hallo' }),
    broken: [['a field that is missing', { body: { kind: 'json', value: {} } }]],
  },
  {
    spec: metaSpec(
      'nodes',
      {
        nodes: {
          Box: {
            apis: [
              {
                method: 'POST',
                endpoint: 'letters',
                params: [
                  { name: 'copies', type: 'unsigned int' },
                  { name: 'kind', type: 'kind_enum' },
                  { name: 'to', type: 'list<int>' },
                ],
              },
            ],
            fields: [{ name: 'id', type: 'string' }],
          },
        },
        enums: [{ name: 'kind_enum', values: ['LETTER'] }],
      },
      ['Box'],
    ),
    request: form('https://api.example/v1.0/1/letters', { copies: '2', kind: 'LETTER', to: '1,2' }),
    broken: [
      ['a number that is none', { body: { kind: 'form', fields: { copies: '-2' } } }],
      ['a word that is not in the list', { body: { kind: 'form', fields: { kind: 'PARCEL' } } }],
      ['an item of another type', { body: { kind: 'form', fields: { to: '1,zwei' } } }],
    ],
  },
  {
    spec: postmanSpec('examples', {
      item: [
        {
          name: 'read',
          request: {
            method: 'POST',
            url: {
              raw: '{{api_host}}/me/letters',
              query: [{ key: 'fields', value: '{{all}}' }, { key: 'text' }],
            },
          },
        },
      ],
      variable: [{ key: 'all', value: 'id,text' }],
    }),
    request: form('https://api.example/v1.0/1/letters?fields=id', { text: 'Hallo' }),
    broken: [['an unknown field', { url: 'https://api.example/v1.0/1/letters?fields=id,nirgends' }]],
  },
  {
    spec: lexiconSpec(
      'lexicons',
      new Map<string, Record<string, Definition>>([
        [
          'example.letter.put',
          {
            main: {
              type: 'procedure',
              parameters: { type: 'params', properties: { copies: { type: 'integer' } } },
              input: {
                encoding: 'application/json',
                schema: { type: 'object', required: ['record'], properties: { record: { type: 'unknown' } } },
              },
            },
          },
        ],
        [
          'example.letter',
          {
            main: {
              type: 'record',
              record: {
                type: 'object',
                required: ['text'],
                properties: {
                  text: { type: 'string', maxGraphemes: 3 },
                  at: { type: 'ref', ref: '#time' },
                  page: { type: 'union', refs: ['#page'] },
                },
              },
            },
            time: { type: 'string', format: 'datetime' },
            page: { type: 'object', properties: { number: { type: 'integer' } } },
          },
        ],
      ]),
    ),
    request: letterOf({
      text: 'abc',
      at: '2026-01-01T00:00:00Z',
      page: { $type: 'example.letter#page', number: 1 },
    }),
    broken: [
      ['a parameter of another type', { url: 'https://api.example/xrpc/example.letter.put?copies=zwei' }],
      ['a text that is too long', letterOf({ text: 'abcd' })],
      ['a time that is none', letterOf({ text: 'a', at: 'gestern' })],
      ['a page of another kind', letterOf({ text: 'a', page: { $type: 'example.other' } })],
      [
        'a page whose number is a word',
        letterOf({ text: 'a', page: { $type: 'example.letter#page', number: '1' } }),
      ],
      ['a record that lacks its text', letterOf({})],
      [
        'a record of no known kind',
        json('https://api.example/xrpc/example.letter.put', { record: { text: 'a' } }),
      ],
    ],
  },
];

for (const { spec, request, broken } of specs) {
  // keeps: platforms.specs
  test(`${spec.name}: what fits is taken, and every spoiled request is caught`, () => {
    const { operation, problems } = spec.check(request);
    assert.deepEqual([typeof operation, problems], ['string', []]);
    const isCaught = (spoiled: SentRequest) => {
      const verdict = spec.check(spoiled);
      return verdict.operation === null || verdict.problems.length > 0;
    };
    for (const { what, request: spoiled } of mutantsOf(request)) assert.ok(isCaught(spoiled), what);
    for (const { what, request: spoiled } of wrongTypes(request)) assert.ok(isCaught(spoiled), what);
    for (const [what, change] of broken) assert.ok(isCaught({ ...request, ...change }), what);
  });
}

function json(url: string, value: unknown): SentRequest {
  return { ...blank(url), headers: { 'content-type': 'application/json' }, body: { kind: 'json', value } };
}

function form(url: string, fields: Record<string, string>): SentRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { ...blank(url), headers, body: { kind: 'form', fields } };
}

function letterOf(record: object): SentRequest {
  return json('https://api.example/xrpc/example.letter.put', {
    record: { $type: 'example.letter', ...record },
  });
}

function blank(url: string) {
  return { platform: 'example', host: 'api', method: 'POST', url, status: 200, beyond: false };
}
