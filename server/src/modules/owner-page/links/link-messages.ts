import { defineMessages } from '#lib/languages/messages';

/** The pages on which a customer requests a new link to their case. */
export const linkWords = defineMessages(
  {
    ended: {
      title: 'This link no longer works',
      heading: 'This link no longer works.',
      why: 'For your safety, a link to your case stops working after six months, or once a newer one is sent.',
      send: 'Send me a new link',
      where: 'We’ll send it to the email address or mobile number that we have for the case.',
    },
    asked: {
      title: 'Check your messages',
      heading: 'Please check your messages.',
      answer:
        'If what you sent belongs to a case, and you have not stopped messages from us, a new link is on its way to the email address or mobile number that we have for it.',
      bounds: 'We send only a few links a day. Earlier links may no longer work.',
      help: 'Nothing after ten minutes? Call us.',
    },
    testAsked: {
      title: 'Nothing is sent',
      heading: 'Nothing is sent.',
      answer: 'A new link to this page, if there is one, is among the messages that the sandbox shows.',
      bounds: 'Only a few links are sent per day, and none once you stop messages. Earlier links may no longer work.',
    },
    find: {
      title: 'Find your case',
      heading: 'Find your case',
      intro: 'We’ll send a link to your page to the email address or mobile number that we have for your case.',
      number: 'Case number',
      numberHint:
        'It starts with CN and is at the bottom of our emails about your case. If you don’t have it, call us.',
      contact: 'Your email address or mobile number',
      send: 'Send me a link',
    },
    unknown: {
      title: 'We don’t recognize this link',
      heading: 'We don’t recognize this link.',
      complete: 'Please open the full link from our latest message again.',
      find: 'Get a new link',
    },
  },
  {
    ended: {
      title: 'Este enlace ya no sirve',
      heading: 'Este enlace ya no sirve.',
      why: 'Por su seguridad, un enlace a su caso funciona medio año, y deja de funcionar cuando se envía uno más nuevo.',
      send: 'Envíenme un enlace nuevo',
      where: 'Lo enviamos al correo electrónico o al celular que tenemos para el caso.',
    },
    asked: {
      title: 'Revise sus mensajes',
      heading: 'Por favor, revise sus mensajes.',
      answer:
        'Si lo que envió corresponde a un caso, y usted no ha detenido nuestros mensajes, un enlace nuevo va en camino al correo electrónico o al celular que tenemos para ese caso.',
      bounds: 'Enviamos unos pocos enlaces al día, como máximo. Es posible que los enlaces anteriores ya no sirvan.',
      help: '¿No llegó nada en diez minutos? Llámenos.',
    },
    testAsked: {
      title: 'No se envía nada',
      heading: 'No se envía nada.',
      answer: 'Si hay un enlace nuevo a esta página, está entre los mensajes que muestra el entorno de pruebas.',
      bounds:
        'Hay unos pocos enlaces al día, como máximo, y ninguno después de detener los mensajes. Es posible que los enlaces anteriores ya no sirvan.',
    },
    find: {
      title: 'Encuentre su caso',
      heading: 'Encuentre su caso',
      intro: 'Enviamos un enlace a su página al correo electrónico o al celular que tenemos para su caso.',
      number: 'Número de caso',
      numberHint: 'Empieza con CN y está al pie de nuestros correos sobre su caso. Si no lo tiene, llámenos.',
      contact: 'Su correo electrónico o número de celular',
      send: 'Envíenme un enlace',
    },
    unknown: {
      title: 'No reconocemos este enlace',
      heading: 'No reconocemos este enlace.',
      complete: 'Por favor, abra otra vez el enlace completo del mensaje más reciente.',
      find: 'Pedir un enlace nuevo',
    },
  },
);
