// The script `entities.js`: all of HTML's named characters.
import { decodeHTMLStrict } from 'entities/decode';

globalThis.porticoDecodeEntities = decodeHTMLStrict;
