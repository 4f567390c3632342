import { detect, readFound } from './mock/import/formats/registry.ts'
import { zipSources } from './mock/import/formats/source.ts'
import { openZip } from './mock/import/zip/open.ts'
import { importLimits } from './mock/import/zip/limits.ts'
import { zip } from './tests/support/archives.ts'
import fs from 'node:fs'; import crypto from 'node:crypto'
if (process.argv[2]==='make') {
const parts: string[]=[]; let n=0, len=0
while (len < 200*2**20) { const r=JSON.stringify({id:String(++n),date:'2020-01-01',url_title:`<a href="\\/ghdb\\/${n}">inurl:${crypto.randomBytes(900).toString('base64')}<\/a>`,cat_id:['8','Files Containing Juicy Info'],author:{name:'anonymous'}}); parts.push(r); len+=r.length }
const json=Buffer.from(`{"data":[${parts.join(',')}]}`)
fs.writeFileSync('/tmp/big.zip', zip([{name:'ghdb.json',data:json}])); console.log(n, len)
} else {
globalThis.gc?.(); const base=process.memoryUsage().rss; let most=0,rows=0,bad=0; let t=performance.now()
const tm=setInterval(()=>{most=Math.max(most,process.memoryUsage().rss-base)},20)
const z=await openZip('/tmp/big.zip',{...importLimits, file: 2**30}); const s=zipSources(z)
for (const d of await detect(s)) for await (const f of readFound(d,s)) { if ('problem' in f) {if(!bad++) console.log(f)} else rows++; if((rows+bad)%5000===0) most=Math.max(most,process.memoryUsage().rss-base) }
clearInterval(tm)
console.log(rows,bad,performance.now()-t,'ms, most MiB',most/2**20)
}
