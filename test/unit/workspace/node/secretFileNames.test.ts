import assert from 'node:assert/strict';
import { isSecretFileName } from '../../../../src/workspace/node/secretFileNames';

const secret = [
  '.env',
  '.env.local',
  'app/.env.production',
  'config/prod.env',
  '.envrc',
  '.dev.vars',
  'id_rsa',
  'keys/id_ed25519',
  'id_work',
  'id_rsa.pub',
  'server.pem',
  'SERVER.PEM',
  'tls\\private.key',
  'cert.p12',
  'release.keystore',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.git-credentials',
  '.docker/config.json',
  '.dockercfg',
  '.aws/credentials',
  '/home/me/.aws/config',
  '.kube/config',
  'cluster.kubeconfig',
  '.config/gcloud/application_default_credentials.json',
  'service-account.json',
  'serviceAccountKey.json',
  'client_secret_1.apps.json',
  'my-firebase-adminsdk-x1.json',
  'credentials.json',
  'credentials',
  'gcp-credentials.json',
  'secrets.yaml',
  'secrets.prod.yml',
  '.cargo/credentials.toml',
  '.m2/settings.xml',
  'NuGet.Config',
  'auth.json',
  'terraform.tfstate',
  'terraform.tfstate.backup',
  'prod.tfvars',
  '.ssh/config',
  '.pgpass',
  '.htpasswd',
  '.vault-token',
  'passwords.kdbx',
];

const ordinary = [
  'environment.ts',
  'src/env.ts',
  'id_generator.ts',
  'identity.md',
  'keyboard.ts',
  'src/secrets/secretFileNames.ts',
  'credentialsView.tsx',
  'monkey',
  'public.crt',
  'settings.xml',
  'config.json',
  'package.json',
  'auth.ts',
  'tokenizer.json',
  'passwordInput.vue',
  'keys.md',
];

describe('isSecretFileName', () => {
  for (const path of secret) {
    it(`recognizes ${path}`, () => assert.ok(isSecretFileName(path)));
  }
  for (const path of ordinary) {
    it(`does not flag ${path}`, () => assert.ok(!isSecretFileName(path)));
  }
});
