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

/** Undefined where none is set: plain HTTP. */
export function certificateFiles({ tlsCert, tlsKey }: Settings): CertificateFiles | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new CertificateUnusable(
      `${tlsCert === undefined ? 'MERIDIAN_TLS_KEY is set but MERIDIAN_TLS_CERT' : 'MERIDIAN_TLS_CERT is set but MERIDIAN_TLS_KEY'} is not: HTTPS needs both`,
    );
  return { cert: tlsCert, key: tlsKey };
}

export function readCertificate({ cert, key }: CertificateFiles): Certificate {
  const certificate = {
    cert: readPart('MERIDIAN_TLS_CERT', cert, 'CERTIFICATE'),
    key: readPart('MERIDIAN_TLS_KEY', key, 'PRIVATE KEY'),
  };
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new CertificateUnusable(
      `The certificate ${cert} can't be used with the key ${key}: ${(error as Error).message}`,
    );
  }
  return certificate;
}

/** Says what is wrong without showing what is in the file. */
function readPart(name: string, path: string, label: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    throw new CertificateUnusable(`${name}: ${(error as Error).message}`);
  }
  if (!content.includes(`${label}-----`))
    throw new CertificateUnusable(
      `${name}: ${path} holds no ${label.toLowerCase()} in PEM form ("-----BEGIN … ${label}-----")`,
    );
  return content;
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
