import { defineMessages } from '#lib/languages/messages';

type Served = { readonly everywhere: boolean };

/** The first page: what we do, what it costs, who we are. */
export const homeWords = defineMessages(
  {
    title: 'When your car is totaled',
    describedAs:
      'Was your car totaled? A person reviews your insurer’s offer with you. The first consultation is free.',
    heading: 'Your car was totaled. Is the offer fair?',
    lead: 'We compare your insurer’s offer with similar cars for sale. A person calls you and explains what we found. This first consultation is free.',
    callUs: (phone: string) => `Call ${phone}`,
    findPage: 'I already have a case',
    stepsHeading: 'How it works',
    steps: (represents: boolean) => [
      'You ask us. Call us, or ask through your AI assistant or your lender. If someone asked on your behalf, we first check that you want our help.',
      'A person calls you. You go through the offer together. Have the offer and the insurer’s valuation report ready if you have them.',
      represents
        ? 'You choose. Do nothing, order a written appraisal, or let us negotiate with your insurer where that’s allowed.'
        : 'You choose. Do nothing, or order a written appraisal that you can show your insurer.',
    ],
    pricesHeading: 'What it costs',
    consultation: 'Consultation',
    consultationPrice: 'Free',
    consultationWords: 'You pay nothing unless you choose a paid service later.',
    research: 'Research',
    researchWords:
      'A written appraisal of what your car was worth before the loss, with the similar cars it is based on. We charge for it on delivery. There is no guarantee that your insurer will pay more.',
    representation: 'Representation',
    representationWords: (rule: string) =>
      `The appraisal, and a person from our team who negotiates with your insurer. A hold is placed on your card. ${rule}`,
    pricesNote:
      'Services vary by state. We’ll tell you before you choose. If your lender referred you, it may pay some or all of this; your page shows what you pay.',
    teamHeading: 'Who we are',
    teamWords: (name: string) =>
      `${name} is a service for people whose car is a total loss. People review your case, and people call you. We never place automated calls.`,
    callerWords: (number: string) => `When we call you, the call comes from ${number}.`,
    servedWords: ({ everywhere }: Served) =>
      everywhere
        ? 'We take cases from all fifty states and the District of Columbia.'
        : 'We don’t take cases from every state. Call us to ask about yours.',
    doorsHeading: 'Where do you want to go?',
    doors: [
      { href: '/case', name: 'Car owners', about: 'Find your case page.' },
      {
        href: '/developers/start/agent',
        name: 'Builders of AI agents',
        about: 'Submit a case for an owner who asked you to.',
      },
      {
        href: '/developers/start/lender',
        name: 'Lenders and GAP providers',
        about: 'Refer borrowers and enroll members.',
      },
      { href: '/sign-in', name: 'Our team', about: 'Sign in to the board.' },
    ],
  },
  {
    title: 'Cuando su auto es pérdida total',
    describedAs:
      '¿Declararon su auto pérdida total? Una persona revisa con usted la oferta de su aseguradora. La primera consulta es gratis.',
    heading: 'Su auto fue pérdida total. ¿Es justa la oferta?',
    lead: 'Revisamos la oferta de su aseguradora y autos parecidos que están a la venta. Una persona le llama y le dice lo que vemos. Esta primera consulta es gratis.',
    callUs: (phone) => `Llamar al ${phone}`,
    findPage: 'Ya tengo un caso',
    stepsHeading: 'Cómo funciona',
    steps: (represents) => [
      'Usted nos lo pide. Llámenos, o pídalo por medio de su asistente de IA o de su prestamista. Si otra persona lo pidió por usted, primero le preguntamos si usted lo quiere.',
      'Una persona le llama. Revisan juntos la oferta. Tenga a mano la oferta y el informe de valuación de la aseguradora, si los tiene.',
      represents
        ? 'Usted elige. No hacer nada, pedir un avalúo por escrito, o dejar que negociemos con su aseguradora donde podemos hacerlo.'
        : 'Usted elige. No hacer nada, o pedir un avalúo por escrito que puede mostrarle a su aseguradora.',
    ],
    pricesHeading: 'Cuánto cuesta',
    consultation: 'Consulta',
    consultationPrice: 'Gratis',
    consultationWords: 'Usted no paga nada, a menos que después elija un servicio de pago.',
    research: 'Estudio de mercado',
    researchWords:
      'Un avalúo por escrito de lo que valía su auto antes de la pérdida, con los autos parecidos en que se basa. Lo cobramos cuando se lo entregamos. No hay garantía de que su aseguradora pague más.',
    representation: 'Representación',
    representationWords: (rule) =>
      `El avalúo, y una persona de nuestro equipo que negocia con su aseguradora. Se hace una retención en su tarjeta. ${rule}`,
    pricesNote:
      'Lo que podemos ofrecer depende del estado de Estados Unidos donde está su reclamo. Se lo decimos antes de que elija. Si su prestamista le envió a nosotros, él puede pagar una parte o todo; su propia página dice cuánto paga usted.',
    teamHeading: 'Quiénes somos',
    teamWords: (name) =>
      `${name} es un servicio para personas cuyo auto es pérdida total. Personas revisan su caso y personas le llaman. Nunca hacemos llamadas automáticas.`,
    callerWords: (number) => `Cuando le llamamos, la llamada viene del ${number}.`,
    servedWords: ({ everywhere }) =>
      everywhere
        ? 'Aceptamos casos de los cincuenta estados y del Distrito de Columbia.'
        : 'No aceptamos casos de todos los estados. Llámenos y pregunte por el suyo.',
    doorsHeading: '¿Adónde quiere ir?',
    doors: [
      { href: '/case', name: 'Dueños de autos', about: 'Encuentre la página de su caso.' },
      {
        href: '/developers/start/agent',
        name: 'Quienes crean agentes de IA',
        about: 'Envíenos el caso de un dueño que se lo pidió (en inglés).',
      },
      {
        href: '/developers/start/lender',
        name: 'Prestamistas y proveedores de GAP',
        about: 'Refiera a prestatarios e inscriba a miembros (en inglés).',
      },
      { href: '/sign-in', name: 'Nuestro equipo', about: 'Entrar al tablero (en inglés).' },
    ],
  },
);
