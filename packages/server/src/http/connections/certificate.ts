import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:http';
import { createSecureContext, type Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import type { Settings } from '../../config/index.ts';

/** Where the certificate and its key are. */
export type CertificateFiles = { cert: string; key: string };

/** A certificate and its key, read and found to belong together. */
export type Certificate = { cert: Buffer; key: Buffer };

/** Files are looked at so often; watching folders misses links that are turned to another target. */
const LOOK_EVERY_MS = 2000;

/** The certificate can't be used; the message says why, and the server does not start. */
export class CertificateUnusable extends Error {
  readonly code = 'CERTIFICATE_UNUSABLE';
}

type CertificateSettings = Partial<Pick<Settings, 'tlsCert' | 'tlsKey'>>;

/** Everything that is wrong with the certificate that is set; nothing is where none is. */
export function certificateFaults(settings: CertificateSettings): string[] {
  const { tlsCert, tlsKey } = settings;
  if (tlsCert === undefined && tlsKey === undefined) return [];
  const parts = [
    partFault('MERIDIAN_TLS_CERT', tlsCert, 'CERTIFICATE', 'MERIDIAN_TLS_KEY'),
    partFault('MERIDIAN_TLS_KEY', tlsKey, 'PRIVATE KEY', 'MERIDIAN_TLS_CERT'),
  ].filter((fault) => fault !== undefined);
  if (parts.length > 0) return parts;
  try {
    createSecureContext(contentOf({ cert: tlsCert!, key: tlsKey! }));
    return [];
  } catch (error) {
    return [`The certificate ${tlsCert} can't be used with the key ${tlsKey}: ${(error as Error).message}`];
  }
}

/** Undefined where none is set: plain HTTP. */
export function certificateFiles({ tlsCert, tlsKey }: Settings): CertificateFiles | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey };
}

export function readCertificate(files: CertificateFiles): Certificate {
  refuseUnusable({ tlsCert: files.cert, tlsKey: files.key });
  return contentOf(files);
}

export function refuseUnusable(settings: CertificateSettings): void {
  const faults = certificateFaults(settings);
  if (faults.length > 0) throw new CertificateUnusable(faults.join('; '));
}

function contentOf({ cert, key }: CertificateFiles): Certificate {
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

/** Says what is wrong with a file without showing what is in it. */
function partFault(name: string, path: string | undefined, label: string, other: string): string | undefined {
  if (path === undefined) return `${other} is set but ${name} is not: HTTPS needs both`;
  try {
    if (readFileSync(path).includes(`${label}-----`)) return undefined;
    return `${name}: ${path} holds no ${label.toLowerCase()} in PEM form ("-----BEGIN … ${label}-----")`;
  } catch (error) {
    return `${name}: ${(error as Error).message}`;
  }
}

export type CertificateWatch = { reload(): void; stop(): void };

/** New connections get the new certificate as soon as its files change; a broken one leaves the old in use. */
export function watchCertificate(server: Server, files: CertificateFiles, logger: Logger): CertificateWatch {
  const reload = () => {
    try {
      (server as Server & Pick<TlsServer, 'setSecureContext'>).setSecureContext(readCertificate(files));
      logger.info({ cert: files.cert }, 'the certificate was read again');
    } catch (error) {
      const reason = (error as Error).message;
      logger.error({ reason }, 'the new certificate is not usable; the old one stays in use');
    }
  };
  const paths = Object.values(files);
  for (const path of paths) watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  const stop = () => {
    for (const path of paths) unwatchFile(path, reload);
  };
  return { reload, stop };
}
