// Recognizes files that usually hold secrets by their names, so that their content is never read for a request.

/** Patterns for the file's name in lower case. */
const names: readonly RegExp[] = [
  // Environment files, examples included: in many projects they hold real values.
  /^\.env|\.env$|^\.dev\.vars/u,
  // Private keys and key stores.
  /^id_[^.]*(?:\.(?:pub|old|bak|txt|priv|private))?$/u,
  /\.(?:pem|key|p8|p12|pfx|ppk|jks|jceks|bcfks|keystore|keytab|kdbx?|agekey|ovpn)$/u,
  /^(?:secring|pubring|trustdb)\./u,
  // Package registries.
  /^\.(?:npmrc|yarnrc|pypirc|gemrc|cargo-credentials)$/u,
  /^(?:auth|nuget|settings-security)\.(?:json|config|xml)$/u,
  /^\.?docker(?:cfg|configjson)$/u,
  // Clouds and infrastructure.
  /^\.(?:boto|s3cfg|databrickscfg|terraformrc|vault-token|rclone\.conf)$/u,
  /^(?:rclone\.conf|terraform\.rc|local\.settings\.json|kubeconfig)$/u,
  /\.(?:kubeconfig|publishsettings|tfvars|tfstate)(?:\.json|\.backup)?$/u,
  /^(?:application_default_credentials|access_tokens|credentials)\.(?:json|db)$/u,
  /^(?:client_?secret|service-?account)[^/]*\.json$/u,
  /firebase-adminsdk[^/]*\.json$/u,
  // Hosts and databases.
  /^[._]netrc$|^\.git-credentials$|^\.htpasswd$/u,
  /^\.?pgpass(?:\.conf)?$|^\.my\.cnf$|^\.mylogin\.cnf$/u,
  // Files that are named after what they hold.
  /^[._-]?(?:secrets?|credentials?|passwords?)(?:\.(?:[a-z]+\.)?(?:json|ya?ml|toml|ini|cfg|conf|env|properties|xml|csv|txt))?$/u,
  /[._-]credentials\.(?:json|ya?ml|toml|ini|csv)$/u,
  /\.(?:secrets?|credentials?)$/u,
];

/** Patterns for the path in lower case, with a slash in front. */
const paths: readonly RegExp[] = [
  /\/\.(?:ssh|gnupg)\//u,
  /\/\.aws\/(?:credentials|config)$/u,
  /\/\.(?:azure|gcloud|config\/gcloud|oci|bluemix)\//u,
  /\/\.kube\/(?:config|cache\/)/u,
  /\/\.docker\/config\.json$/u,
  /\/\.cargo\/credentials(?:\.toml)?$/u,
  /\/\.gem\/credentials$/u,
  /\/\.m2\/settings\.xml$/u,
  /\/\.gradle\/gradle\.properties$/u,
  /\/\.terraform\.d\/credentials/u,
  /\/\.config\/(?:gh|hub|glab-cli|doctl)\b/u,
  /\/\.(?:huggingface|cache\/huggingface)\/(?:stored_)?tokens?$/u,
];

/** @param path Absolute or relative, with slashes or backslashes. Only the name counts: nothing is read. */
export function isSecretFileName(path: string): boolean {
  const normalized = `/${path.replaceAll('\\', '/').toLowerCase()}`;
  const name = normalized.slice(normalized.lastIndexOf('/') + 1);
  return (
    names.some((pattern) => pattern.test(name)) || paths.some((pattern) => pattern.test(normalized))
  );
}
