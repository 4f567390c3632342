/** Form of a note or a box around several things. */
import type { Drawing } from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { changeDrawing } from '../model/drawings.ts'
import { kindWord, toneWord } from '../words.ts'
import { Area, LineField } from './field.tsx'
import { useDrawingWriter } from './useWriting.ts'

const tones = ['plain', 'info', 'good', 'warn', 'bad'] as const

export function DrawingForm({ drawing, writable }: { drawing: Drawing; writable: boolean }) {
  const { write, done } = useDrawingWriter()
  const set = (to: Partial<Drawing>, field: string) =>
    write((d) => changeDrawing(d, drawing.id, to), `${drawing.id} ${field}`)
  const text = drawing.kind === 'note'
  return (
    <div className="te-form">
      <header className="te-form-head">
        <span className="te-kind">
          <Icon name={drawing.kind} size={20} />
        </span>
        <strong>{kindWord(drawing.kind)}</strong>
      </header>
      {text ? (
        <Area
          first
          label={t('editor.text')}
          rows={6}
          most={2000}
          value={drawing.text}
          disabled={!writable}
          onChange={(v) => set({ text: v }, 'text')}
          onDone={done}
        />
      ) : (
        <LineField
          first
          label={t('editor.title')}
          most={120}
          value={drawing.text}
          disabled={!writable}
          onChange={(v) => set({ text: v }, 'text')}
          onDone={done}
        />
      )}
      <fieldset className="te-tones" disabled={!writable}>
        <legend className="te-label">{t('editor.colour')}</legend>
        {tones.map((tone) => (
          <label key={tone} className={`te-tone te-tone-${tone}`} title={toneWord(tone)}>
            <input
              type="radio"
              className="mg-sr"
              name="tone"
              checked={drawing.tone === tone}
              onChange={() => set({ tone }, 'tone')}
            />
            <span className="mg-sr">{toneWord(tone)}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
