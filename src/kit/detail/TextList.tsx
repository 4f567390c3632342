import './detail.css'
import { OutLink } from '../resource/OutLink.tsx'
import { safeUrl } from '../resource/value.logic.ts'

/** Texts one below the other; those that are web addresses are links, the rest stays text. */
export function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="kit-detail-list">
      {texts.map((text, i) => (
        <li key={`${i} ${text}`} className="kit-prose">
          {safeUrl(text) ? <OutLink href={text}>{text}</OutLink> : text}
        </li>
      ))}
    </ul>
  )
}
