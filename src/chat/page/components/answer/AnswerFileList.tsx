// The files of an answer: pictures are shown, and each can be saved. The text has a placeholder with the same number.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import { fileLabel, isPicture, type AnswerFile } from '../../../../gateway/common/answerFile';
import { Icon, IconButton } from '../../../../platform/page/controls';
import { PageContext } from '../../contexts';
import { Thumbnail } from '../conversation/QuestionImages';

interface Props {
  readonly messageId: string;
  readonly files: readonly AnswerFile[];
}

export function AnswerFileList({ messageId, files }: Props) {
  const { post } = useContext(PageContext);
  return (
    <ul role="list" class="answer-files" aria-label={l10n.t('Files')}>
      {files.map((file, index) => (
        <li key={index}>
          {isPicture(file) ? (
            <Thumbnail image={file} name={l10n.t('Image {0}: {1}', index + 1, fileLabel(file))} />
          ) : (
            <span class="file-chip">
              <Icon name="file" />
              {l10n.t('File {0}: {1}', index + 1, fileLabel(file))}
            </span>
          )}
          <IconButton
            icon="save"
            label={l10n.t('Save file {0}…', index + 1)}
            onClick={() => post({ type: 'saveFile', messageId, index })}
          />
        </li>
      ))}
    </ul>
  );
}
