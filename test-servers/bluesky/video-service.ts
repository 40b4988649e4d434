import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands in for video.bsky.app, which nobody else can run: takes a film, looks at the service token as the real one must,
 * and puts the file into the account's repository with that token. Whether it was signed by the account is for the real
 * server to say.
 */
export async function startVideoService(pds: string) {
  const jobs = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === '/xrpc/app.bsky.video.getJobStatus') {
      send(200, { jobStatus: jobs.get(url.searchParams.get('jobId') ?? '') });
      return;
    }
    const bytes = await bytesOf(request);
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const did = url.searchParams.get('did');
    const isMeant = claims.lxm === 'com.atproto.repo.uploadBlob' && claims.aud === 'did:web:localhost';
    if (!isMeant || claims.iss !== did || claims.exp * 1000 < Date.now()) {
      send(401, { error: 'BadJwt', message: `not for us: ${JSON.stringify(claims)}` });
      return;
    }
    const stored = await fetch(`${pds}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'video/mp4' },
      body: bytes,
    });
    const { blob } = (await stored.json()) as { blob?: unknown };
    const jobId = randomBytes(8).toString('hex');
    const done = blob
      ? { state: 'JOB_STATE_COMPLETED', blob }
      : { state: 'JOB_STATE_FAILED', failureCode: 'pds_upload_failure' };
    jobs.set(jobId, { jobId, did, ...done });
    // The first answer never has the file yet: it is asked for.
    send(200, { jobStatus: { jobId, did, state: 'JOB_STATE_ENCODING' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
