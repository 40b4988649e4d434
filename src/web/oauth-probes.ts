import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPreflight } from '../mcp/respond.ts';
import { sendJsonObject } from './send-json.ts';

const anyOrigin = { 'Access-Control-Allow-Origin': '*' };
const explanation = 'This server uses API keys, not OAuth. Put the key in the path or in the header.';

/**
 * MCP clients look for OAuth at well-known addresses, at the root, with the endpoint's path inserted and behind
 * it. A client that finds half an OAuth set-up refuses to connect and one that gets something other than JSON
 * reports nonsense, so all of them get the same clear no. `POST /register` is what they try last; its error
 * text is the one that is shown to the user.
 */
export function answerOAuthProbe(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  const registers = path === '/register' || path === '/register/';
  // The sandbox's platforms have well-known addresses of their own.
  if (path.startsWith('/sandbox/')) return false;
  if (!registers && !path.includes('/.well-known/')) return false;
  if (req.method === 'OPTIONS') sendPreflight(res);
  else if (registers && req.method === 'POST') {
    sendJsonObject(res, 400, { error: 'invalid_client_metadata', error_description: explanation }, anyOrigin);
  } else {
    sendJsonObject(res, 404, { error: 'not_found', error_description: explanation }, anyOrigin);
  }
  return true;
}
