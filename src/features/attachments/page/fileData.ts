// Reads a file as base64.

export async function base64(file: Blob): Promise<string> {
  const address = await dataAddress(file);
  return address.slice(address.indexOf(',') + 1);
}

export function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new TypeError('No text')),
    );
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}
