// Creates a self-signed certificate, so that the repository needs no private key.
import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER value: its tag, length and contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  const length =
    body.length < 128 ? [body.length] : [0x82, Math.floor(body.length / 256), body.length % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = 0x30;
const ed25519 = der(sequence, der(0x06, Buffer.from([0x2b, 0x65, 0x70])));
const commonName = der(0x06, Buffer.from([0x55, 0x04, 0x03]));

/**
 * Key and certificate in PEM for the name `host`, valid from the start of 2020 to the end of `lastYear`,
 * 2049 at the latest (X.509 v1, RFC 5280, RFC 8410).
 */
export function selfSigned(
  host: string,
  lastYear = 2049,
): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const name = der(sequence, der(0x31, der(sequence, commonName, der(0x0c, Buffer.from(host)))));
  const times = ['200101000000Z', `${lastYear - 2000}1231235959Z`].map((time) =>
    der(0x17, Buffer.from(time)),
  );
  const contents = der(
    sequence,
    der(0x02, Buffer.from([1])),
    ed25519,
    name,
    der(sequence, ...times),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign(null, contents, privateKey));
  const base64 = der(sequence, contents, ed25519, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
