import { Markdown } from '../../ui/text/Markdown.tsx'

/** Most options are plain words: only one with a mark of Markdown goes through its reader. */
export const OptionText = ({ text }: { text: string }) =>
  /[\\`*_[\]<&|~#]/.test(text) ? <Markdown text={text} /> : <span>{text}</span>
