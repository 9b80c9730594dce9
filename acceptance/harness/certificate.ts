import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** DER: tag, length, content. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents);
const time = (text: string) => der(0x17, Buffer.from(text));

const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'));
const VERSION_3 = der(0xa0, der(0x02, Buffer.from([2])));

/** A certificate that names itself, and its key, both as PEM. */
export function selfSigned(name: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
  const content = sequence(
    VERSION_3,
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(time('250101000000Z'), time('490101000000Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = sequence(content, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
