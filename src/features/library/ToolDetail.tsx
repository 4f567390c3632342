import './library.css'
import type { Tool } from '../../contract/library/tool.schema.ts'
import { tool } from '../../contract/library/tool.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { audience, edit, remove } from '../../kit/action/common.ts'
import { CodeLine } from '../../kit/detail/CodeLine.tsx'
import { detail } from '../../kit/detail/detail.tsx'
import { TextList } from '../../kit/detail/TextList.tsx'

export default detail({
  of: tool,
  title: 'screen.tool-detail',
  back: () => href('tool-magazine'),
  lead: (row) => row.summary,
  fields: [
    'category_id',
    'price',
    'language',
    'online',
    'website',
    'source_url',
    'origin',
    'updated_at',
    'platforms',
    'synonyms',
    'keywords',
    'attack_ids',
  ],
  sections: [
    { title: 'library.usage', render: (row) => row.commands.length > 0 && <Commands of={row.commands} /> },
    { title: 'tool.field.paths', render: (row) => row.paths.length > 0 && <Lines of={row.paths} /> },
    {
      title: 'tool.field.detections',
      render: (row) => row.detections.length > 0 && <TextList texts={row.detections} />,
    },
    {
      title: 'tool.field.references',
      render: (row) => row.references.length > 0 && <TextList texts={row.references} />,
    },
  ],
  actions: [edit(tool, (row) => href('tool-edit', { id: row.id })), audience(tool), remove(tool)],
})

function Lines({ of }: { of: readonly string[] }) {
  return (
    <div className="kit-detail-list">
      {of.map((path, i) => (
        <CodeLine key={`${i} ${path}`} text={path} />
      ))}
    </div>
  )
}

function Commands({ of }: { of: Tool['commands'] }) {
  return (
    <ul>
      {of.map((c, i) => (
        <li key={`${i} ${c.command}`} className="library-command">
          {c.description && <p>{c.description}</p>}
          <CodeLine text={c.command} />
          {c.usecase && <p className="mg-dim">{c.usecase}</p>}
          <p className="library-facts">
            {c.privileges && <span>{t('library.command_as', { privileges: c.privileges })}</span>}
            {c.os && <span>{c.os}</span>}
            {c.attack_id && (
              <span>
                {t('tool.commands.attack_id')} <span className="mg-mono">{c.attack_id}</span>
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
