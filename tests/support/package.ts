/** Packages of lessons for tests: runnable ones of both versions, made here. */
import { zip, type Part } from './archives.ts'

export interface PackageEntry {
  id: string
  title?: string
  href?: string
  /** `group` has no page of its own. */
  kind?: 'sco' | 'asset' | 'group'
  parameters?: string
  mastery?: number
  completion?: number
  data?: string
  items?: PackageEntry[]
}
const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const leaves = (items: readonly PackageEntry[]): PackageEntry[] => items.flatMap((i) => [i, ...leaves(i.items ?? [])])

export function manifest12(items: readonly PackageEntry[], title = 'A package'): string {
  const item = (i: PackageEntry): string =>
    `<item identifier="${escaped(i.id)}"${i.kind === 'group' ? '' : ` identifierref="R-${escaped(i.id)}"`}${i.parameters ? ` parameters="${escaped(i.parameters)}"` : ''}><title>${escaped(i.title ?? i.id)}</title>${
      i.mastery === undefined ? '' : `<adlcp:masteryscore>${i.mastery}</adlcp:masteryscore>`
    }${i.data === undefined ? '' : `<adlcp:datafromlms>${escaped(i.data)}</adlcp:datafromlms>`}${(i.items ?? []).map(item).join('')}</item>`
  return `<?xml version="1.0"?>
<manifest identifier="M" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="O"><organization identifier="O"><title>${escaped(title)}</title>${items.map(item).join('')}</organization></organizations>
<resources>${leaves(items)
    .filter((i) => i.kind !== 'group')
    .map(
      (i) =>
        `<resource identifier="R-${escaped(i.id)}" type="webcontent" adlcp:scormtype="${i.kind ?? 'sco'}" href="${escaped(i.href ?? 'index.html')}"/>`,
    )
    .join('')}</resources></manifest>`
}
export function manifest2004(
  items: readonly PackageEntry[],
  title = 'A package',
  edition = '2004 4th Edition',
): string {
  const item = (i: PackageEntry): string =>
    `<item identifier="${escaped(i.id)}"${i.kind === 'group' ? '' : ` identifierref="R-${escaped(i.id)}"`}${i.parameters ? ` parameters="${escaped(i.parameters)}"` : ''}><title>${escaped(i.title ?? i.id)}</title>${
      i.completion === undefined
        ? ''
        : `<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="${i.completion}"/>`
    }${i.data === undefined ? '' : `<adlcp:dataFromLMS>${escaped(i.data)}</adlcp:dataFromLMS>`}${(i.items ?? []).map(item).join('')}${
      i.mastery === undefined
        ? ''
        : `<imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>${i.mastery}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>`
    }</item>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="M" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>${edition}</schemaversion></metadata>
<organizations default="O"><organization identifier="O"><title>${escaped(title)}</title>${items.map(item).join('')}</organization></organizations>
<resources>${leaves(items)
    .filter((i) => i.kind !== 'group')
    .map(
      (i) =>
        `<resource identifier="R-${escaped(i.id)}" type="webcontent" adlcp:scormType="${i.kind ?? 'sco'}" href="${escaped(i.href ?? 'index.html')}"/>`,
    )
    .join('')}</resources></manifest>`
}

/** A page that finds the API as packages do, and can be driven by its buttons. */
const page = (body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>page</title></head><body>${body}</body></html>`
const finder = (name: string): string => `
function find(w){for(var n=0;w&&n<10;n++){try{if(w.${name})return w.${name}}catch(e){}if(w.parent===w)break;w=w.parent}return null}
var api=find(window);function show(id,text){document.getElementById(id).textContent=text}`
/** 1.2: a place in three pages, kept in the suspend data; a score ends it. */
export const sco12 =
  page(`<h1 id="title">Lesson</h1><p>place <b id="place">?</b> data <b id="data">?</b> entry <b id="entry">?</b></p>
<button id="next">next</button><button id="finish">finish</button><button id="fail">fail</button><script>${finder('API')}
api.LMSInitialize('');var place=Number(api.LMSGetValue('cmi.core.lesson_location')||'0')
show('place',place);show('data',api.LMSGetValue('cmi.suspend_data')||'-');show('entry',api.LMSGetValue('cmi.core.entry'))
if(api.LMSGetValue('cmi.core.lesson_status')==='not attempted')api.LMSSetValue('cmi.core.lesson_status','incomplete')
document.getElementById('next').onclick=function(){place++;show('place',place);api.LMSSetValue('cmi.core.lesson_location',String(place));api.LMSSetValue('cmi.suspend_data','seen:'+place);api.LMSSetValue('cmi.core.exit','suspend');api.LMSCommit('')}
function end(raw,status){api.LMSSetValue('cmi.core.score.raw',String(raw));api.LMSSetValue('cmi.core.lesson_status',status);api.LMSSetValue('cmi.core.session_time','00:02:00');api.LMSFinish('')}
document.getElementById('finish').onclick=function(){end(90,'completed')}
document.getElementById('fail').onclick=function(){end(10,'completed')}
</script>`)
/** 2004: the same. */
const sco2004 =
  page(`<h1 id="title">Lesson</h1><p>place <b id="place">?</b> data <b id="data">?</b> entry <b id="entry">?</b></p>
<button id="next">next</button><button id="finish">finish</button><script>${finder('API_1484_11')}
api.Initialize('');var place=Number(api.GetValue('cmi.location')||'0')
show('place',place);show('data',api.GetValue('cmi.suspend_data')||'-');show('entry',api.GetValue('cmi.entry'))
document.getElementById('next').onclick=function(){place++;show('place',place);api.SetValue('cmi.location',String(place));api.SetValue('cmi.suspend_data','seen:'+place);api.SetValue('cmi.completion_status','incomplete');api.SetValue('cmi.exit','suspend');api.Commit('')}
document.getElementById('finish').onclick=function(){api.SetValue('cmi.score.scaled','0.9');api.SetValue('cmi.success_status','passed');api.SetValue('cmi.completion_status','completed');api.SetValue('cmi.session_time','PT2M');api.Terminate('')}
</script>`)

export const packageOf = (manifest: string, files: Record<string, string | Buffer> = {}, more: Part[] = []): Buffer =>
  zip([
    { name: 'imsmanifest.xml', data: manifest, deflate: true },
    ...Object.entries(files).map(([name, data]) => ({ name, data, deflate: /\.(?:html|js|css)$/.test(name) })),
    ...more,
  ])
export const simple12 = (
  items: PackageEntry[] = [{ id: 'one', mastery: 80 }],
  files: Record<string, string | Buffer> = {},
): Buffer => packageOf(manifest12(items), { 'index.html': sco12, ...files })
export const simple2004 = (
  items: PackageEntry[] = [{ id: 'one', mastery: 0.8 }],
  files: Record<string, string | Buffer> = {},
): Buffer => packageOf(manifest2004(items), { 'index.html': sco2004, ...files })
