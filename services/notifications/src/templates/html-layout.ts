/** The frame of every mail, compiled from mail.mjml by `npm run mail-layout`. */
export const htmlLayout = `<!doctype html>
<html lang="{{locale}}" dir="auto" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
  <head>
    <title>{{subject}}</title>
    <!--[if !mso]><!-->
    <meta http-equiv="X-UA-Compatible" content="IE=edge">
    <!--<![endif]-->
    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style type="text/css">
      #outlook a { padding:0; }
      body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
      table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
      img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
      p { display:block;margin:13px 0; }
    </style>
    <!--[if mso]>
    <noscript>
    <xml>
    <o:OfficeDocumentSettings>
      <o:AllowPNG/>
      <o:PixelsPerInch>96</o:PixelsPerInch>
    </o:OfficeDocumentSettings>
    </xml>
    </noscript>
    <![endif]-->
    <!--[if lte mso 11]>
    <style type="text/css">
      .mj-outlook-group-fix { width:100% !important; }
    </style>
    <![endif]-->


    <style type="text/css">
      @media only screen and (min-width:480px) {
        .mj-column-per-100 { width:100% !important; max-width: 100%; }
      }
    </style>
    <style media="screen and (min-width:480px)">
      .moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
    </style>





    <style type="text/css">
.ink p, .ink td { overflow-wrap: anywhere; word-break: break-word; }
      @media (prefers-color-scheme: dark) {
        body, .page { background: #14171c !important; }
        .card, .card > table { background: #1d2229 !important; }
        .ink div, .ink h1, .ink p, .ink td { color: #eef1f5 !important; }
        .soft, .soft div, .soft a, .ink .soft { color: #a4aebc !important; }
        .rule { border-color: #2c333d !important; }
        .quiet { color: {{look.accentOnDark}} !important; }
      }
    </style>
    <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
  </head>

      <body  class="page" style="word-spacing:normal;background-color:#f3f4f6;">

    <div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">{{preview}}</div>

        <div
           aria-label="{{subject}}" aria-roledescription="email" role="article" lang="{{locale}}" dir="auto" style="word-spacing:normal;background-color:#f3f4f6;"
        >


      <!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:592px;" width="592" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->


      <div  style="margin:0px auto;max-width:592px;">

        <table
           align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"
        >
          <tbody>
            <tr>
              <td
                 style="direction:ltr;font-size:0px;padding:24px 16px 0;text-align:center;"
              >
                <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:560px;" ><![endif]-->

      <div
         class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
      >

      <table
         border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
      >
        <tbody>

              <tr>
                <td
                   align="left" class="soft" style="font-size:0px;padding:0 4px 12px;word-break:break-word;"
                >

      <div
         style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:14px;line-height:1.55;text-align:left;color:#5b6472;"
      >{{#each look.logos}}<img src="{{link}}" alt="{{../brand}}" width="{{width}}" height="{{height}}" style="display:block;max-width:100%;">{{else}}{{brand}}{{/each}}</div>

                </td>
              </tr>

        </tbody>
      </table>

      </div>

          <!--[if mso | IE]></td></tr></table><![endif]-->
              </td>
            </tr>
          </tbody>
        </table>

      </div>


      <!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook" role="presentation" style="width:592px;" width="592" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->


      <div  class="card" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:592px;border-radius:12px;overflow:hidden;">

        <table
           align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;"
        >
          <tbody>
            <tr>
              <td
                 style="border-radius:12px;direction:ltr;font-size:0px;padding:28px;text-align:center;"
              >
                <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:536px;" ><![endif]-->

      <div
         class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
      >

      <table
         border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
      >
        <tbody>

              <tr>
                <td
                   align="left" class="ink" style="font-size:0px;padding:0;word-break:break-word;"
                >

      <div
         style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.55;text-align:left;color:#171b21;"
      ><h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;">{{heading}}</h1></div>

                </td>
              </tr>

              <tr>
                <td
                   align="left" class="ink" style="font-size:0px;padding:0;word-break:break-word;"
                >

      <div
         style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.55;text-align:left;color:#171b21;"
      ><p dir="auto" style="margin:0 0 8px;">{{greeting}}</p></div>

                </td>
              </tr>

              <tr>
                <td
                   align="left" class="ink" style="font-size:0px;padding:0;word-break:break-word;"
                >

      <div
         style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.55;text-align:left;color:#171b21;"
      ><p dir="auto" style="margin:0 0 20px;white-space:pre-line;">{{intro}}</p></div>

                </td>
              </tr>

              <tr>
                <td
                   align="left" class="ink" style="font-size:0px;padding:0;word-break:break-word;"
                >

      <table
         cellpadding="0" cellspacing="0" width="100%" border="0" style="color:#171b21;font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.55;table-layout:fixed;width:100%;border:none;"
      >
        {{#if code}}
          <tr><td>
            <p class="soft" style="margin:0;font-size:13px;color:#5b6472;">{{codeLabel}}</p>
            <p style="margin:0 0 16px;font-size:34px;letter-spacing:6px;font-weight:600;">{{code}}</p>
            <p class="soft" style="margin:0;color:#5b6472;">{{codeValid}}</p>
          </td></tr>
          {{/if}}
          {{#each rows}}
          <tr><td class="rule" style="border-top:1px solid #e3e6ea;padding:10px 0;">
            <p class="soft" style="margin:0;font-size:13px;color:#5b6472;">{{label}}</p>
            <p dir="auto" style="margin:0;white-space:pre-line;{{#if struck}}text-decoration:line-through;{{/if}}">{{value}}</p>
          </td></tr>
          {{/each}}
          {{#each actions}}
          {{#if main}}
          <tr><td style="padding:22px 0 0;">
            <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;"><tr>
              <td bgcolor="{{../look.accent}}" style="background:{{../look.accent}};border-radius:8px;padding:11px 20px;"><a href="{{link}}" style="color:#ffffff;font-weight:600;text-decoration:none;">{{label}}</a></td>
            </tr></table>
          </td></tr>
          {{else}}
          <tr><td style="padding:16px 0 0;"><a class="quiet" href="{{link}}" style="color:{{../look.accent}};text-decoration:underline;">{{label}}</a></td></tr>
          {{/if}}
          {{/each}}
      </table>

                </td>
              </tr>

        </tbody>
      </table>

      </div>

          <!--[if mso | IE]></td></tr></table><![endif]-->
              </td>
            </tr>
          </tbody>
        </table>

      </div>


      <!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:592px;" width="592" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->


      <div  style="margin:0px auto;max-width:592px;">

        <table
           align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;"
        >
          <tbody>
            <tr>
              <td
                 style="direction:ltr;font-size:0px;padding:14px 16px 24px;text-align:center;"
              >
                <!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:560px;" ><![endif]-->

      <div
         class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"
      >

      <table
         border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"
      >
        <tbody>

              <tr>
                <td
                   align="left" class="soft" style="font-size:0px;padding:0 4px;word-break:break-word;"
                >

      <div
         style="font-family:-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;font-size:13px;line-height:1.55;text-align:left;color:#5b6472;"
      >{{footer}}{{#each optOut}} <a href="{{link}}" style="color:#5b6472;">{{label}}</a>{{/each}}
          {{#if look.help}}<p style="margin:10px 0 0;">{{look.helpLabel}}{{#each look.help}} <a href="{{link}}" style="color:#5b6472;">{{label}}</a>{{/each}}</p>{{/if}}
          {{#if look.legal}}<p style="margin:10px 0 0;">{{#each look.legal}}<a href="{{link}}" style="color:#5b6472;">{{label}}</a> {{/each}}</p>{{/if}}</div>

                </td>
              </tr>

        </tbody>
      </table>

      </div>

          <!--[if mso | IE]></td></tr></table><![endif]-->
              </td>
            </tr>
          </tbody>
        </table>

      </div>


      <!--[if mso | IE]></td></tr></table><![endif]-->


      </div>
      </body>

</html>
`
