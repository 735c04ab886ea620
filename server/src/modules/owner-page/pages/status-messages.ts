import { withArticle } from '#lib/languages/formats';
import { defineMessages } from '#lib/languages/messages';

/** The head of the page: what the case is, where it stands, what happens next. */
export const statusWords = defineMessages(
  {
    title: (number: string) => `Your case ${number}`,
    error: (title: string) => `Error: ${title}`,
    unproven: 'You’ll see the whole page once you confirm with the link in our first message.',
    testUnproven:
      'You’ll see the whole page once you confirm with the link in the first message. That message is not sent, but the sandbox shows it.',
    payer: {
      telephone: 'The consultation is free. You pay only for a service that you choose later.',
      agent: 'The consultation is free. You pay only for a service that you choose later.',
      plan: 'Your plan covers this. You pay nothing.',
      lender: 'The consultation is free. If you want more help afterward, your lender pays for it. You pay nothing.',
      both: (price: string) =>
        `The consultation is free. If you want us to negotiate for you afterward, you pay ${price} and your lender pays the rest.`,
      borrower:
        'The consultation is free. If you want more help afterward, you pay for it yourself. You don’t have to choose any.',
    },
    about: {
      car: 'Your car',
      carUnknown: 'We don’t know the make and model from the VIN yet.',
      asker: 'How we got your case',
      telephone: 'You called us yourself.',
      invited: 'invited you.',
      reported: 'reported your loss to us.',
      wrote: 'asked us to help you. They wrote:',
      helper: 'Working on your case',
      helperIs: (name: string) => `${name} from our team`,
    },
    steps: {
      heading: 'Where your case stands',
      testHeading: 'Progress of this test',
      asked: 'We were asked to help you',
      confirmed: 'You confirmed',
      activated: 'Your case was opened',
      called: 'We talk on the phone',
      options: 'You get your options',
      result: 'We share our findings with you',
      settled: 'Your insurer’s final payment is known',
      done: (day: string) => `Done on ${day}.`,
      open: 'Not yet.',
      skipped: 'Not needed.',
      silent: 'On hold while we’re not contacting you.',
    },
    next: {
      heading: 'What happens next',
      silent: (phone: string) =>
        `You won’t get messages or calls from us about this case. If you want our help again, call us at ${phone}.`,
      declined: 'We received a “no,” so we closed this case. We won’t contact you about it.',
      expired: 'We didn’t hear back in time, so we closed this case.',
      test: 'This is a test case, so our team isn’t working on it.',
      testClosed: (day: string) => `This test case was closed on ${day}.`,
      closed: (day: string) => `This case was closed on ${day}. Your documents stay here.`,
      settled: 'We know what your insurer paid in the end. We’ll close the case once everything is done.',
      settledValue: (amount: string) =>
        `Our records show that your insurer paid ${amount} for your vehicle, before tax and fees. If that’s wrong, please tell us.`,
      settledTotal: (amount: string) =>
        `Our records show that your insurer paid ${amount}. If that’s wrong, please tell us.`,
      chargeFailed: 'We couldn’t charge your card. See “Details” under your documents below for next steps.',
      representing: 'You chose representation. We’re writing your appraisal. Then we’ll negotiate with your insurer.',
      negotiating: 'Your appraisal is with your documents below. We’re negotiating with your insurer.',
      writing: 'You chose research. We’re writing your appraisal. We’ll message you when it’s ready.',
      writingUntil: (day: string) =>
        `You chose research. We’re writing your appraisal. We’ll message you when it’s ready. If it isn’t ready by ${day}, the hold on your card ends and nothing is charged.`,
      appraised: 'Your appraisal is with your documents below. You can send it to your insurer.',
      options: 'We went through your claim with you. Your options are below. You don’t have to choose any.',
      delivered: 'We went through your claim with you. You don’t need to do anything here.',
      planned: (day: string, from: string, to: string) => `We plan to call you on ${day} between ${from} and ${to}.`,
      promised: (day: string, time: string) => `We plan to call you on ${day} at ${time}.`,
      late: (day: string, time: string) =>
        `We planned to call you on ${day} at ${time} and haven’t called yet. You’re one of the first people we’ll call next.`,
      call: 'A person from our team will call you. No time is set yet. You can choose one below.',
      talked: (day: string) =>
        `We talked with you on ${day}. Next, we’ll go through your claim with you. You can choose a time for that call below.`,
      again: (day: string) =>
        `We tried to reach you on ${day}, and we’ll try again. You can choose a time for the call below.`,
      noCalls: (phone: string) => `You asked us not to call you about this case. You can call us at ${phone}.`,
      noNumber: (phone: string) => `We have no number that we can call you at. You can call us at ${phone}.`,
      from: (phone: string) => `We call from ${phone}. A person calls you, never a machine.`,
    },
    reopen: {
      heading: 'Do you still want our help?',
      explain:
        'This page can’t reopen the case by itself. Tap the button, and our team will see that you still want help.',
      button: 'I still want help',
      asked: 'You told us you still want help. Our team can see that in your case.',
    },
    notices: {
      call: 'Your call time is saved.',
      'no-call': 'No call time is planned now.',
      gone: 'Please choose a time from the list below.',
      busy: 'Someone on our team has your case open right now and may be calling you. Please try again in a few minutes.',
      facts: 'Saved. Your updated details are below.',
      report: 'Thank you, we have your report. The details we could read for certain are below.',
      channels: 'Saved. Your contact choices are below.',
      request: 'Our team has your request.',
    },
    problems: { heading: 'Please check this first' },
  },
  {
    title: (number: string) => `Su caso ${number}`,
    error: (title: string) => `Error: ${title}`,
    unproven: 'Verá la página completa cuando haya dicho que sí con el enlace de nuestro primer mensaje.',
    testUnproven:
      'Verá la página completa después de un sí con el enlace del primer mensaje. Ese mensaje no se envía: se ve en el entorno de pruebas.',
    payer: {
      telephone: 'La consulta es gratis. Usted paga solo por un servicio que elija después.',
      agent: 'La consulta es gratis. Usted paga solo por un servicio que elija después.',
      plan: 'Su plan cubre esto. Usted no paga nada.',
      lender: 'La consulta es gratis. Si después quiere más ayuda, la paga su prestamista. Usted no paga nada.',
      both: (price: string) =>
        `La consulta es gratis. Si después quiere que negociemos por usted, usted paga ${price} y su prestamista paga el resto.`,
      borrower: 'La consulta es gratis. Si después quiere más ayuda, la paga usted. No tiene que elegir nada.',
    },
    about: {
      car: 'Su auto',
      carUnknown: 'Todavía no sabemos por el VIN qué auto es.',
      asker: 'Quién pidió ayuda para usted',
      telephone: 'Usted nos llamó.',
      invited: 'le invitó.',
      reported: 'nos informó de la pérdida de su auto.',
      wrote: 'nos pidió que le ayudáramos. Nos escribió:',
      helper: 'Quién lleva su caso',
      helperIs: (name: string) => `${name}, de nuestro equipo`,
    },
    steps: {
      heading: 'Cómo va',
      testHeading: 'Hasta dónde llegó esta prueba',
      asked: 'Nos pidieron que le ayudáramos',
      confirmed: 'La respuesta fue sí',
      activated: 'Se abrió su caso',
      called: 'Hablamos por teléfono',
      options: 'Usted recibe sus opciones',
      result: 'Le decimos lo que encontramos',
      settled: 'Se conoce el pago final de su aseguradora',
      done: (day: string) => `Hecho el ${day}.`,
      open: 'Todavía no.',
      skipped: 'No se llegó a esto.',
      silent: 'No, mientras no nos comuniquemos con usted.',
    },
    next: {
      heading: 'Qué sigue',
      silent: (phone: string) =>
        `Usted no recibe mensajes ni llamadas de nosotros sobre este caso. Si quiere otra vez nuestra ayuda, llámenos al ${phone}.`,
      declined:
        'La respuesta a nuestra pregunta fue no, así que cerramos este caso. Nadie se comunica con usted por este caso.',
      expired: 'Nadie nos respondió a tiempo, así que cerramos este caso.',
      test: 'Este es un caso de prueba: nadie de nuestro equipo trabaja en él.',
      testClosed: (day: string) => `Este caso de prueba se cerró el ${day}.`,
      closed: (day: string) => `Este caso se cerró el ${day}. Sus documentos siguen aquí.`,
      settled:
        'Sabemos lo que su aseguradora pagó al final. Cerramos el caso cuando todo lo de su caso esté terminado.',
      settledValue: (amount: string) =>
        `Nuestro equipo anotó que su aseguradora pagó ${amount} por su vehículo, antes de impuestos y cargos. Si no es así, por favor, díganoslo.`,
      settledTotal: (amount: string) =>
        `Nuestro equipo anotó que su aseguradora pagó ${amount}. Si no es así, por favor, díganoslo.`,
      chargeFailed: 'No se pudo cobrar a su tarjeta. Abajo, en sus documentos, vea en “Detalles” lo que puede hacer.',
      representing: 'Usted eligió la representación. Preparamos su avalúo. Después negociamos con su aseguradora.',
      negotiating: 'Su avalúo está abajo, en sus documentos. Negociamos con su aseguradora.',
      writing: 'Usted eligió el estudio de mercado. Preparamos su avalúo. Recibirá un mensaje cuando esté aquí.',
      writingUntil: (day: string) =>
        `Usted eligió el estudio de mercado. Preparamos su avalúo. Recibirá un mensaje cuando esté aquí. Si no está aquí el ${day}, termina la retención en su tarjeta y no se cobra nada.`,
      appraised: 'Su avalúo está abajo, en sus documentos. Puede enviarlo a su aseguradora.',
      options: 'Revisamos su reclamo con usted. Sus opciones están abajo. No tiene que elegir ninguna.',
      delivered: 'Revisamos su reclamo con usted. Aquí no tiene que hacer nada.',
      planned: (day: string, from: string, to: string) =>
        `Pensamos llamarle el ${day} entre ${withArticle(from)} y ${withArticle(to)}.`,
      promised: (day: string, time: string) => `Pensamos llamarle el ${day} a ${withArticle(time)}.`,
      late: (day: string, time: string) =>
        `Pensábamos llamarle el ${day} a ${withArticle(time)} y todavía no le hemos llamado. Usted está entre las primeras personas a quienes llamamos ahora.`,
      call: 'Una persona de nuestro equipo le llama. Todavía no hay una hora fija. Puede elegir una abajo.',
      talked: (day: string) =>
        `Hablamos con usted el ${day}. Lo que sigue es revisar su reclamo con usted. Abajo puede elegir una hora para esa llamada.`,
      again: (day: string) =>
        `Intentamos hablar con usted el ${day}, y lo intentamos otra vez. Abajo puede elegir una hora para la llamada.`,
      noCalls: (phone: string) => `Usted nos pidió que no le llamáramos por este caso. Puede llamarnos al ${phone}.`,
      noNumber: (phone: string) => `No tenemos un número al que podamos llamarle. Puede llamarnos al ${phone}.`,
      from: (phone: string) => `Llamamos desde el ${phone}. Le llama una persona, nunca una máquina.`,
    },
    reopen: {
      heading: '¿Todavía quiere esto?',
      explain:
        'Aquí no podemos volver a abrir el caso por nuestra cuenta. Presione el botón, y una persona de nuestro equipo verá que todavía quiere ayuda.',
      button: 'Todavía quiero esto',
      asked: 'Usted nos dijo que todavía quiere esto. Nuestro equipo lo ve en su caso.',
    },
    notices: {
      call: 'Su hora está anotada.',
      'no-call': 'Ahora no hay una hora prevista.',
      gone: 'Por favor, elija una hora de la lista de abajo.',
      busy: 'Alguien de nuestro equipo tiene su caso abierto ahora mismo y tal vez le está llamando. Por favor, inténtelo otra vez en unos minutos.',
      facts: 'Guardado. Abajo está lo que sabemos ahora.',
      report: 'Gracias, tenemos su informe. Abajo está lo que pudimos leer con certeza.',
      channels: 'Guardado. Abajo está cómo nos comunicamos con usted.',
      request: 'Nuestro equipo tiene su solicitud.',
    },
    problems: { heading: 'Por favor, revise esto primero' },
  },
);
