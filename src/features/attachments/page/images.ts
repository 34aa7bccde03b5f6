// The script `images.js`: prepares an image that is attached: scaled to what models see, and without its metadata, for
// example the place where a photo was taken.
import { base64, dataAddress } from './fileData';

interface PreparedImage {
  readonly mediaType: 'image/png' | 'image/jpeg';
  /** Base64. */
  readonly data: string;
}

export type PrepareImage = (file: Blob) => Promise<PreparedImage | 'tooLarge' | 'unreadable'>;

/** The longer edge gets at most this many pixels: the gateways' models scale down larger images themselves. */
const maxEdge = 1_568;

/** A larger one could take all memory, however small its file is. */
const maxPixels = 100_000_000;

/** Screenshots are smaller as PNG and stay sharp; photos are larger. */
const maxPngBytes = 1_000_000;

/** A JPEG has at most this many bytes, unless the lowest quality is reached. */
const maxJpegSize = 2_000_000;
const jpegQualities = [0.85, 0.7, 0.5] as const;

globalThis.porticoPrepareImage = async (file) => {
  try {
    const { naturalWidth, naturalHeight } = await measure(file);
    if (naturalWidth * naturalHeight > maxPixels) {
      return 'tooLarge';
    }
    // Applies the orientation that the metadata names.
    const bitmap = await createImageBitmap(file);
    const image = await encode(draw(bitmap));
    bitmap.close();
    return image;
  } catch {
    return 'unreadable';
  }
};

/** Reads the size only: the browser decodes an image when it paints it. */
async function measure(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  const address = await dataAddress(file);
  return new Promise((resolve, reject) => {
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error('The image cannot be decoded.')));
    image.src = address;
  });
}

function draw(bitmap: ImageBitmap): OffscreenCanvas {
  const scale = Math.min(1, maxEdge / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

async function encode(canvas: OffscreenCanvas): Promise<PreparedImage> {
  const png = await canvas.convertToBlob({ type: 'image/png' });
  if (png.size <= maxPngBytes) {
    return { mediaType: 'image/png', data: await base64(png) };
  }
  // JPEG has no transparency: what is transparent would be black.
  const context = contextOf(canvas);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  let jpeg = png;
  for (const quality of jpegQualities) {
    jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (jpeg.size <= maxJpegSize) {
      break;
    }
  }
  return { mediaType: 'image/jpeg', data: await base64(jpeg) };
}

/** @throws when the browser has no more memory for canvases */
function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) {
    throw new Error('The canvas has no context.');
  }
  return context;
}
