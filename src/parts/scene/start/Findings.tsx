/** What the check finds in a drawing a scene is about to be made of: whoever starts it knows. */
import { subjectOf } from '../../../contract/topology/finding.ts'
import { format, t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { findingWord } from '../../topology-view/findings.ts'
import type { CheckedTopology } from './useFindings.ts'

/** More is read in the editor. */
const most = 6

export function Findings({ of: { document, findings, refused } }: { of: CheckedTopology }) {
  const sorted = findings.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
  return (
    <div className="kit-note-warn st-findings" role="status">
      <Icon name="warn" />
      <div>
        {t(refused ? 'scene.start_refused' : 'scene.start_findings', { n: findings.length })}
        <ul>
          {sorted.slice(0, most).map((f, n) => {
            const subject = subjectOf(document, f)
            return (
              <li key={`${n} ${f.code}`}>
                {subject && <strong>{subject}</strong>} {findingWord(f)}
              </li>
            )
          })}
        </ul>
        {sorted.length > most && t('scene.start_findings_more', { n: format.number(sorted.length - most) })}
      </div>
    </div>
  )
}
