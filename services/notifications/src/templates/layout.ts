/**
 * The frame of every mail, around the words of a language. Styles stand in the elements, because mail clients
 * drop style sheets; the sheet only adds the dark colours where a client knows them. What people wrote sets its own
 * direction and breaks anywhere, so that neither a name nor a long title disturbs a narrow screen.
 */
export const htmlLayout = `<!doctype html>
<html lang="{{locale}}" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #14171c !important; }
  .card { background: #1d2229 !important; border-color: #2c333d !important; }
  .ink { color: #eef1f5 !important; }
  .soft { color: #a4aebc !important; }
  .rule { border-color: #2c333d !important; }
  .quiet { color: #9db8ff !important; border-color: #3a4657 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">{{preview}}</div>
<div class="page" style="background:#f3f4f6;padding:32px 16px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;">
<div style="max-width:560px;margin:0 auto;">
<p class="soft" style="margin:0 4px 12px;font-size:14px;color:#5b6472;">{{brand}}</p>
<div class="card" style="background:#ffffff;border:1px solid #e3e6ea;border-radius:12px;padding:28px;overflow-wrap:anywhere;word-break:break-word;">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#171b21;">{{heading}}</h1>
<p class="ink" dir="auto" style="margin:0 0 8px;color:#171b21;">{{greeting}}</p>
<p class="ink" dir="auto" style="margin:0 0 20px;color:#171b21;white-space:pre-line;">{{intro}}</p>
{{#if code}}
<p class="soft" style="margin:0;font-size:13px;color:#5b6472;">{{codeLabel}}</p>
<p class="ink" style="margin:0 0 16px;font-size:34px;letter-spacing:6px;font-weight:600;color:#171b21;">{{code}}</p>
<p class="soft" style="margin:0;color:#5b6472;">{{codeValid}}</p>
{{/if}}
{{#each rows}}
<div class="rule" style="border-top:1px solid #e3e6ea;padding:10px 0;">
<p class="soft" style="margin:0;font-size:13px;color:#5b6472;">{{label}}</p>
<p class="ink" dir="auto" style="margin:0;color:#171b21;white-space:pre-line;{{#if struck}}text-decoration:line-through;{{/if}}">{{value}}</p>
</div>
{{/each}}
{{#each actions}}
<p style="margin:{{#if main}}22px 0 0{{else}}16px 0 0{{/if}};">
{{#if main}}
<a href="{{link}}" style="display:inline-block;background:#2448c7;border:1px solid #2448c7;border-radius:8px;padding:11px 20px;color:#ffffff;font-weight:600;text-decoration:none;">{{label}}</a>
{{else}}
<a class="quiet" href="{{link}}" style="color:#2448c7;text-decoration:underline;">{{label}}</a>
{{/if}}
</p>
{{/each}}
</div>
<p class="soft" style="margin:14px 4px 0;font-size:13px;color:#5b6472;">{{footer}}{{#each optOut}} <a class="soft" href="{{link}}" style="color:#5b6472;">{{label}}</a>{{/each}}</p>
</div>
</div>
</body>
</html>
`

/** The same mail for readers without HTML. */
export const textLayout = `{{heading}}

{{greeting}}

{{intro}}
{{#if code}}

{{codeLabel}}: {{code}}
{{codeValid}}
{{/if}}
{{#if rows}}

{{/if}}
{{#each rows}}
{{label}}: {{value}}
{{/each}}
{{#each actions}}

{{label}}:
{{link}}
{{/each}}
{{#if footer}}

--
{{footer}}
{{#each optOut}}
{{label}}: {{link}}
{{/each}}
{{/if}}
`
