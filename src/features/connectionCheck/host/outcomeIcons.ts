// The colored icons of the check's outcomes. VS Code drops the color of a ThemeIcon in a quick pick row (1.139), but
// shows images.
import * as vscode from 'vscode';
import type { StageResult } from '../../../gateway/common/connectionCheck';

/** The default colors of VS Code's `testing.iconPassed`, `list.warningForeground` and `testing.iconFailed`. */
const icons = {
  passed: {
    light: '#388a34',
    dark: '#73c991',
    shape: '<circle cx="8" cy="8" r="6.5"/><path d="m5 8.2 2.2 2.2L11.2 6"/>',
  },
  warned: {
    light: '#855f00',
    dark: '#cca700',
    shape: '<path d="M8 2 1.8 13.5h12.4zM8 6.2v3.6m0 1.3v1"/>',
  },
  failed: {
    light: '#c72e0f',
    dark: '#f48771',
    shape: '<circle cx="8" cy="8" r="6.5"/><path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"/>',
  },
  skipped: {
    light: '#6f6f6f',
    dark: '#9d9d9d',
    shape: '<circle cx="8" cy="8" r="6.5"/><path d="M3.5 12.5l9-9"/>',
  },
} as const satisfies Record<StageResult['outcome'], object>;

export function outcomeIcon(outcome: StageResult['outcome']): vscode.IconPath {
  const { light, dark, shape } = icons[outcome];
  return { light: image(shape, light), dark: image(shape, dark) };
}

function image(shape: string, color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="${color}" stroke-width="1.3">${shape}</svg>`;
  return vscode.Uri.from({
    scheme: 'data',
    path: `image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  });
}
