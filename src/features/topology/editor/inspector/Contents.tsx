/** What a node finds when it has booted: files and flags. */
import type { Finding } from '../../../../contract/topology/finding.ts'
import {
  documentLimits as most,
  type Node,
  type NodeFile,
  type NodeFlag,
} from '../../../../contract/topology/document.ts'
import { t } from '../../../../i18n/index.ts'
import { newKey } from '../../../../lib/id.ts'
import { IconButton } from '../../../../ui/input/Button.tsx'
import { changeNode } from '../model/nodes.ts'
import { Area, NumberField, LineField, FoldableSection } from './field.tsx'
import { errorAt } from './NodeForm.tsx'
import { useDrawingWriter } from './useWriting.ts'

interface ContentsProps {
  node: Node
  findings: readonly Finding[]
  disabled: boolean
}

export function NodeFileEditor({ node, findings, disabled }: ContentsProps) {
  const { write, done } = useDrawingWriter()
  const put = (files: (list: NodeFile[]) => NodeFile[], mark?: string) =>
    write((d) => changeNode(d, node.id, (n) => ({ ...n, files: files(n.files) })), mark)
  const set = (i: number, to: Partial<NodeFile>, field: string) =>
    put((list) => list.map((f, at) => (at === i ? { ...f, ...to } : f)), `${node.id} file ${i} ${field}`)
  return (
    <FoldableSection
      title={t('editor.files')}
      count={node.files.length}
      open={node.files.length > 0}
      end={
        <IconButton
          size="small"
          icon="plus"
          label={t('editor.add_file')}
          disabled={disabled || node.files.length >= most.files}
          onClick={() => put((list) => [...list, { path: `/root/file-${list.length + 1}`, text: '', mode: '0644' }])}
        />
      }
    >
      {node.files.length === 0 && <p className="mg-hint">{t('editor.no_files')}</p>}
      {node.files.map((file, i) => (
        <fieldset key={i} className="te-item" disabled={disabled} aria-label={file.path}>
          <div className="te-item-head">
            <LineField
              bare
              mono
              label={t('editor.file_path')}
              value={file.path}
              error={errorAt(findings, `files.${i}.path`)}
              onChange={(path) => set(i, { path }, 'path')}
              onDone={done}
            />
            <span className="te-short">
              <LineField
                bare
                mono
                label={t('editor.file_mode')}
                value={file.mode}
                most={4}
                error={errorAt(findings, `files.${i}.mode`)}
                onChange={(mode) => set(i, { mode }, 'mode')}
                onDone={done}
              />
            </span>
            <IconButton
              size="small"
              icon="trash"
              label={t('editor.remove_file', { name: file.path })}
              onClick={() => put((list) => list.toSpliced(i, 1))}
            />
          </div>
          <Area
            bare
            mono
            label={t('editor.file_text')}
            rows={3}
            most={most.file}
            value={file.text}
            onChange={(text) => set(i, { text }, 'text')}
            onDone={done}
          />
        </fieldset>
      ))}
    </FoldableSection>
  )
}

export function Flags({ node, findings, disabled }: ContentsProps) {
  const { write, done } = useDrawingWriter()
  const put = (flags: (list: NodeFlag[]) => NodeFlag[], mark?: string) =>
    write((d) => changeNode(d, node.id, (n) => ({ ...n, flags: flags(n.flags) })), mark)
  const set = (id: string, to: Partial<NodeFlag>, field: string) =>
    put((list) => list.map((f) => (f.id === id ? { ...f, ...to } : f)), `${node.id} flag ${id} ${field}`)
  const points = node.flags.reduce((sum, f) => sum + f.points, 0)
  return (
    <FoldableSection
      title={t('editor.flags')}
      count={node.flags.length}
      open={node.flags.length > 0}
      end={
        <IconButton
          size="small"
          icon="plus"
          label={t('editor.add_flag')}
          disabled={disabled || node.flags.length >= most.flags}
          onClick={() =>
            put((list) => [
              ...list,
              {
                id: newKey(),
                name: `flag-${list.length + 1}`,
                path: `/root/flag-${list.length + 1}.txt`,
                value: '',
                points: 100,
              },
            ])
          }
        />
      }
    >
      {node.flags.length === 0 ? (
        <p className="mg-hint">{t('editor.no_flags')}</p>
      ) : (
        <p className="mg-hint">{t('editor.points_in_all', { points })}</p>
      )}
      {node.flags.map((flag, i) => (
        <fieldset key={flag.id} className="te-item" disabled={disabled} aria-label={flag.name}>
          <div className="te-item-head">
            <LineField
              bare
              label={t('editor.flag_name')}
              value={flag.name}
              most={most.name}
              error={errorAt(findings, `flags.${i}.name`)}
              onChange={(name) => set(flag.id, { name }, 'name')}
              onDone={done}
            />
            <span className="te-short">
              <NumberField
                bare
                label={t('editor.points')}
                value={flag.points}
                min={0}
                max={100_000}
                onChange={(n) => set(flag.id, { points: n }, 'points')}
                onDone={done}
              />
            </span>
            <IconButton
              size="small"
              icon="trash"
              label={t('editor.remove_flag', { name: flag.name })}
              onClick={() => put((list) => list.filter((f) => f.id !== flag.id))}
            />
          </div>
          <LineField
            bare
            mono
            label={t('editor.flag_path')}
            value={flag.path}
            placeholder={t('editor.flag_path')}
            error={errorAt(findings, `flags.${i}.path`)}
            onChange={(path) => set(flag.id, { path }, 'path')}
            onDone={done}
          />
          <LineField
            bare
            mono
            label={t('editor.flag_value')}
            value={flag.value}
            most={128}
            placeholder={t('editor.flag_fresh')}
            onChange={(value) => set(flag.id, { value }, 'value')}
            onDone={done}
          />
        </fieldset>
      ))}
    </FoldableSection>
  )
}
