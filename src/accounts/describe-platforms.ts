import { z } from 'zod';
import type { App } from '../context.ts';
import type { PlatformView } from '../contract/api/accounts.ts';
import { type Mode, platformIds } from '../contract/platform-ids.ts';
import type { MediaLimits } from '../platforms/limits.ts';
import type { Platform } from '../platforms/platform.ts';
import { readPlatformApp } from './platform-app.ts';

/** The data sheets, as the composer and the connect pages read them. */
export async function describePlatforms(
  app: Pick<App, 'db' | 'config' | 'platforms' | 'hosts'>,
  mode: Mode,
  redirectUri: (platform: string) => string,
): Promise<PlatformView[]> {
  const known = platformIds.flatMap((id) => app.platforms(id) ?? []);
  return Promise.all(
    known.map(async (platform) => ({
      id: platform.id,
      name: platform.name,
      limits: limitsOf(platform),
      capabilities: {
        postTypes: [...platform.capabilities.postTypes],
        cover: platform.capabilities.cover,
        altText: platform.capabilities.altText,
      },
      settings: z.toJSONSchema(platform.settings, { io: 'input', unrepresentable: 'any' }),
      choices: Boolean(platform.choices),
      choicesWithin: platform.choicesWithin ?? null,
      metrics: { ...platform.metrics },
      connect: await connectOf(app, platform, mode, redirectUri(platform.id)),
      apiVersion: platform.api?.version ?? null,
      apiEndsOn: platform.api?.endsOn ?? null,
    })),
  );
}

function limitsOf({ limits }: Platform): PlatformView['limits'] {
  const { text, image, video, carousel } = limits;
  return {
    text: text.map(({ max, unit, for: types }) => ({ max, unit, ...(types && { for: [...types] }) })),
    ...(image && { image: { types: [...image.types], maxBytes: image.maxBytes } }),
    ...(video && { video: videoOf(video) }),
    ...(carousel && { carousel: { ...carousel } }),
  };
}

const videoOf = ({ types, maxBytes, seconds }: MediaLimits) => ({
  types: [...types],
  maxBytes,
  ...(seconds && { seconds: { ...seconds } }),
});

async function connectOf(
  app: Pick<App, 'db' | 'config' | 'hosts'>,
  platform: Platform,
  mode: Mode,
  redirectUri: string,
): Promise<PlatformView['connect']> {
  const { connect, connectAtServer } = platform.auth;
  if (connect?.by === 'password') {
    const own = connectAtServer?.ownClient(app.hosts(platform, mode), redirectUri);
    return {
      by: 'password',
      fields: [...connect.fields],
      oauthLabel: own ? (connectAtServer?.label ?? null) : null,
    };
  }
  const entered = await readPlatformApp(app, platform.id, mode);
  return { by: 'oauth2', redirectUri, appEntered: entered !== null };
}
